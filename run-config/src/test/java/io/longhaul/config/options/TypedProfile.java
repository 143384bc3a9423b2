package io.longhaul.config.options;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Types {@code longhaul profile …} and reads what it means; starts nothing. */
public final class TypedProfile {
  static final String RUN_ID = "run-from-the-clock";

  private TypedProfile() {}

  @Command(name = "longhaul", subcommands = Profile.class)
  private static final class Longhaul {}

  @Command(name = "profile")
  private static final class Profile {
    @Mixin ProfileOptions options = new ProfileOptions();
  }

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
    CommandLine commandLine = CommandLineParsing.collecting(new CommandLine(new Longhaul()));
    String[] typed = join(List.of("profile"), arguments).toArray(String[]::new);
    ParseResult parsed = commandLine.parseArgs(CommandLineParsing.normalized(typed)).subcommand();
    Profile profile = (Profile) parsed.commandSpec().userObject();
    Optional<Sweep> sweep = profile.options.sweep(parsed);
    return sweep.isPresent()
        ? settings(sweep.get().cells().get(0).words().options(), environment)
        : profile.options.settings(parsed, environment, RUN_ID, false, new PreflightCache());
  }

  /** The runs that lists of values make. */
  static Optional<Sweep> sweep(String... arguments) throws InvalidOptionsException {
    Profile profile = new Profile();
    return profile.options.sweep(
        CommandLineParsing.collecting(new CommandLine(profile)).parseArgs(arguments));
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
    return new CommandLine(new Profile()).getCommandSpec();
  }

  static List<String> join(List<String> first, List<String> second) {
    return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
  }
}
