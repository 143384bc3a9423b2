package io.longhaul.cli.options;

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
import picocli.CommandLine.Model.CommandSpec;

/** What to say about an option that a command does not have. */
final class UnknownOptions {
  private static final String AIPERF = "aiperf-options.txt";
  private static final String REFUSED = "refused-options.txt";

  /** A command with this option takes AIPerf's. */
  private static final String SIGN_OF_AIPERF = "--model-names";

  private final Set<String> known;
  private final Set<String> aiperf;
  private final Map<String, String> refused;

  private UnknownOptions(Set<String> known, Set<String> aiperf, Map<String, String> refused) {
    this.known = known;
    this.aiperf = aiperf;
    this.refused = refused;
  }

  static UnknownOptions of(CommandSpec command) {
    Set<String> known = command.optionsMap().keySet();
    return known.contains(SIGN_OF_AIPERF)
        ? new UnknownOptions(known, aiperfOptions(), refusedOptions())
        : new UnknownOptions(known, Set.of(), Map.of());
  }

  /** The remedy, in words that stand in brackets. */
  String adviceFor(String option) {
    if (refused.containsKey(option)) {
      return refused.get(option);
    }
    if (aiperf.contains(option)) {
      return "an option of AIPerf that this version does not have yet; leave it out";
    }
    return NearestName.to(option, known)
        .map(name -> "did you mean " + name + "?")
        .orElse("there is no such option; see --help");
  }

  /** Every option name of {@code aiperf profile} 0.13, one a line. */
  static Set<String> aiperfOptions() {
    return Set.copyOf(lines(AIPERF));
  }

  /** Those of them that were decided against, each with the reason and what to use. */
  static Map<String, String> refusedOptions() {
    Map<String, String> refused = new HashMap<>();
    for (String line : lines(REFUSED)) {
      int colon = line.indexOf(": ");
      for (String name : line.substring(0, colon).split(" ", -1)) {
        refused.put(name, line.substring(colon + 2));
      }
    }
    return refused;
  }

  private static List<String> lines(String resource) {
    try (InputStream in = UnknownOptions.class.getResourceAsStream(resource);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
