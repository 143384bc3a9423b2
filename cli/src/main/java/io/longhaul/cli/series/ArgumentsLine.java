package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;

/**
 * Encodes a command line as one line of text. A run of a series reads its command line from
 * standard input, because it may contain secrets and process arguments are visible to all users.
 */
public final class ArgumentsLine {
  /** Separator, which no argument can contain. */
  private static final String BETWEEN = "\0";

  private ArgumentsLine() {}

  static String of(List<String> words) {
    return Base64.getEncoder().encodeToString(String.join(BETWEEN, words).getBytes(UTF_8));
  }

  /** Decodes the arguments. */
  public static List<String> words(String line) {
    return List.of(new String(Base64.getDecoder().decode(line), UTF_8).split(BETWEEN, -1));
  }
}
