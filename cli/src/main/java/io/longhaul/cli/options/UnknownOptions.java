package io.longhaul.cli.options;

import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Advice about an option that a command does not have. */
final class UnknownOptions {
  /** A command with this option accepts the options of AIPerf. */
  private static final String SIGN_OF_AIPERF = "--model-names";

  private final Set<String> known;
  private final Map<String, String> refused;

  private UnknownOptions(Set<String> known, Map<String, String> refused) {
    this.known = known;
    this.refused = refused;
  }

  static UnknownOptions of(CommandSpec command) {
    Set<String> known = command.optionsMap().keySet();
    return known.contains(SIGN_OF_AIPERF)
        ? new UnknownOptions(known, KnownAiperfNames.refusedOptions())
        : new UnknownOptions(known, Map.of());
  }

  /** Returns the remedy, for the parentheses of a message. */
  String adviceFor(String option) {
    if (refused.containsKey(option)) {
      return refused.get(option);
    }
    return NearestName.to(option, known)
        .map(name -> "did you mean " + name + "?")
        .orElse("there is no such option; see --help");
  }
}
