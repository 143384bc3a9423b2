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
import java.util.Set;

/**
 * Names of options and commands of AIPerf, with the reasons for those that are not supported, from
 * resources of this program.
 */
public final class KnownAiperfNames {
  private KnownAiperfNames() {}

  /** Returns all option names of {@code aiperf profile} 0.13. */
  public static Set<String> aiperfOptions() {
    return Set.copyOf(lines("aiperf-options.txt"));
  }

  /** Returns the options that are not supported, each with the reason and an alternative. */
  static Map<String, String> refusedOptions() {
    return reasons("refused-options.txt");
  }

  /** Returns the commands that are not supported, each with the reason and an alternative. */
  static Map<String, String> refusedCommands() {
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
    try (InputStream in = KnownAiperfNames.class.getResourceAsStream(resource);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
