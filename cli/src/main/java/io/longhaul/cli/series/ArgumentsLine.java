package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;

/**
 * A command line as one line of text, whatever stands in its words: a run of a series is told its
 * own over its standard input, for it may hold secrets, and everybody can read the words with which
 * a process was started.
 */
public final class ArgumentsLine {
  /** No word of a command line can hold it. */
  private static final String BETWEEN = "\0";

  private ArgumentsLine() {}

  static String of(List<String> words) {
    return Base64.getEncoder().encodeToString(String.join(BETWEEN, words).getBytes(UTF_8));
  }

  /** The words again. */
  public static List<String> words(String line) {
    return List.of(new String(Base64.getDecoder().decode(line), UTF_8).split(BETWEEN, -1));
  }
}
