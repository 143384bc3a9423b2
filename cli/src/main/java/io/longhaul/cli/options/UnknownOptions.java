package io.longhaul.cli.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** What to say about an option that a command does not have. */
final class UnknownOptions {
  private static final String RESOURCE = "aiperf-options.txt";

  /** A command with this option takes AIPerf's. */
  private static final String SIGN_OF_AIPERF = "--model-names";

  private final Set<String> known;
  private final Set<String> aiperf;

  private UnknownOptions(Set<String> known, Set<String> aiperf) {
    this.known = known;
    this.aiperf = aiperf;
  }

  static UnknownOptions of(CommandSpec command) {
    Set<String> known = command.optionsMap().keySet();
    return new UnknownOptions(known, known.contains(SIGN_OF_AIPERF) ? aiperfOptions() : Set.of());
  }

  /** The remedy, in words that stand in brackets. */
  String adviceFor(String option) {
    if (aiperf.contains(option)) {
      return "an option of AIPerf that this version does not have yet; leave it out";
    }
    return NearestName.to(option, known)
        .map(name -> "did you mean " + name + "?")
        .orElse("there is no such option; see --help");
  }

  /** Every option name of {@code aiperf profile} 0.13, one a line. */
  static Set<String> aiperfOptions() {
    try (InputStream in = UnknownOptions.class.getResourceAsStream(RESOURCE);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      return lines.lines().collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
