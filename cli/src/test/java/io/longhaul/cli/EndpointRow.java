package io.longhaul.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code docs/compatibility.md} says of an endpoint in its table.
 *
 * @param name its first one
 * @param path where it is asked for a whole answer; empty when the URL is the whole address
 * @param streamedPath where it is asked for a stream
 * @param streams whether it can be asked for one
 * @param tokens whether its answers are made of tokens
 * @param usage whether it tells how many
 */
record EndpointRow(
    String name, String path, String streamedPath, boolean streams, boolean tokens, boolean usage) {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("longhaul.root"), "docs", "compatibility.md");

  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([a-z_]+)`[^|]* \\| (?:`([^`]+)`(?:, streamed `([^`]+)`)?|the URL's own)"
              + " \\| (whole|whole or streamed) \\| (tokens|no tokens) \\| (read|none) \\| .+ \\|");

  static List<EndpointRow> all() throws IOException {
    List<EndpointRow> rows = new ArrayList<>();
    for (String line : Files.readAllLines(DOCUMENT)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String path = row.group(2) == null ? "" : row.group(2);
        rows.add(
            new EndpointRow(
                row.group(1),
                path,
                row.group(3) == null ? path : row.group(3),
                row.group(4).endsWith("streamed"),
                row.group(5).equals("tokens"),
                row.group(6).equals("read")));
      }
    }
    return rows;
  }
}
