package io.longhaul.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the endpoint table in {@code docs/compatibility.md}.
 *
 * @param name the endpoint's first name
 * @param path path for responses without streaming; empty if the URL is the whole address
 * @param streamedPath path for streamed responses
 * @param streams whether it supports streaming
 * @param tokens whether its responses consist of tokens
 * @param usage whether its responses contain usage
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
