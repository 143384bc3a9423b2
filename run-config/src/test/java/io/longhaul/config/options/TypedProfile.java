package io.longhaul.config.options;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Types {@code longhaul profile …} and reads what it means; starts nothing. */
public final class TypedProfile {
  static final String RUN_ID = "run-from-the-clock";

  private TypedProfile() {}

  /** The settings of a command line that only needs a model and a tokenizer to be complete. */
  static ProfileSettings completed(String... arguments) throws InvalidOptionsException {
    return settings(join(List.of("-m", "m", "--tokenizer", "builtin"), List.of(arguments)));
  }

  public static ProfileSettings settings(List<String> arguments) throws InvalidOptionsException {
    return settings(arguments, Map.of());
  }

  /** Of a sweep those of its first run. */
  public static ProfileSettings settings(List<String> arguments, Map<String, String> environment)
      throws InvalidOptionsException {
    return settings(GivenOptions.parse(arguments, ProfileOptions.command()), environment);
  }

  /** Of a sweep those of its first run. */
  public static ProfileSettings settings(GivenOptions given, Map<String, String> environment)
      throws InvalidOptionsException {
    ProfileOptions options = ProfileOptions.of(given);
    Optional<Sweep> sweep = options.sweep();
    return sweep.isPresent()
        ? settings(sweep.get().cells().get(0).options(), environment)
        : options.settings(environment, RUN_ID, false, new PreflightCache());
  }

  /** The runs that lists of values make. */
  static Optional<Sweep> sweep(String... arguments) throws InvalidOptionsException {
    return ProfileOptions.of(given(arguments)).sweep();
  }

  /** The options of a command line. */
  static GivenOptions given(String... arguments) {
    return GivenOptions.parse(List.of(arguments), ProfileOptions.command());
  }

  /** What is wrong with a command line; empty when nothing is. */
  static List<String> problems(String... arguments) {
    try {
      settings(List.of(arguments));
      return List.of();
    } catch (InvalidOptionsException e) {
      return e.problems();
    }
  }

  /** All options as the parser knows them. */
  public static CommandSpec spec() {
    return new CommandLine(ProfileOptions.command()).getCommandSpec();
  }

  static List<String> join(List<String> first, List<String> second) {
    return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
  }
}
