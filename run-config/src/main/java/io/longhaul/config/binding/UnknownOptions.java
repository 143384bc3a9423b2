package io.longhaul.config.binding;

import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Advice about an option that a command does not have. */
public final class UnknownOptions {
  /** A command with this option accepts the options of AIPerf. */
  private static final String SIGN_OF_AIPERF = "--model-names";

  private UnknownOptions() {}

  /** Returns the remedy, for the parentheses of a message. */
  public static String adviceFor(String option, CommandSpec command) {
    Set<String> known = command.optionsMap().keySet();
    String refused = KnownAiperfNames.refusedOptions().get(option);
    if (refused != null && known.contains(SIGN_OF_AIPERF)) {
      return refused;
    }
    return NearestName.to(option, known)
        .map(name -> "did you mean " + name + "?")
        .orElse("there is no such option; see --help");
  }
}
