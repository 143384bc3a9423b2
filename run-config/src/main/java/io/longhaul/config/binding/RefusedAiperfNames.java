package io.longhaul.config.binding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options and commands of AIPerf that this program does not support, each with the reason and an
 * alternative, from resources of this program.
 */
final class RefusedAiperfNames {
  private RefusedAiperfNames() {}

  static Map<String, String> options() {
    return reasons("refused-options.txt");
  }

  static Map<String, String> commands() {
    return reasons("refused-commands.txt");
  }

  /** Parses lines such as {@code plot chart: reason}. */
  private static Map<String, String> reasons(String resource) {
    Map<String, String> reasons = new HashMap<>();
    for (String line : lines(resource)) {
      int colon = line.indexOf(": ");
      for (String name : line.substring(0, colon).split(" ", -1)) {
        reasons.put(name, line.substring(colon + 2));
      }
    }
    return reasons;
  }

  private static List<String> lines(String resource) {
    try (InputStream in = RefusedAiperfNames.class.getResourceAsStream(resource);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
