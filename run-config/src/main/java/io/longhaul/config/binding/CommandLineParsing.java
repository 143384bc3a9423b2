package io.longhaul.config.binding;

import io.longhaul.load.endpoint.request.Keyword;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Normalizes the arguments of a command line, and reports what the parser could not understand and
 * options that are invalid.
 */
public final class CommandLineParsing {
  /** Short options with an attached value. */
  private static final Pattern ATTACHED = Pattern.compile("-[mufbH][^=-].*", Pattern.DOTALL);

  /** A command with this option accepts the options of AIPerf. */
  private static final String SIGN_OF_AIPERF = "--model-names";

  private CommandLineParsing() {}

  /** Converts {@code --request_count} to {@code --request-count}. */
  public static String[] normalized(String... arguments) {
    return Arrays.stream(arguments)
        .flatMap(CommandLineParsing::parted)
        .map(CommandLineParsing::normalized)
        .toArray(String[]::new);
  }

  /** Converts {@code -uURL} to {@code -u URL}. */
  private static Stream<String> parted(String argument) {
    return ATTACHED.matcher(argument).matches()
        ? Stream.of(argument.substring(0, 2), argument.substring(2))
        : Stream.of(argument);
  }

  private static String normalized(String argument) {
    if (!argument.startsWith("--")) {
      return argument;
    }
    String name = nameOf(argument);
    return name.replace('_', '-') + argument.substring(name.length());
  }

  /** Makes the parser of a command collect all errors instead of stopping at the first. */
  public static CommandLine collecting(CommandLine command) {
    command
        .getCommandSpec()
        .parser()
        .collectErrors(true)
        .allowOptionsAsOptionParameters(false)
        .aritySatisfiedByAttachedOptionParam(true);
    if (command.getCommandSpec().optionsMap().containsKey(SIGN_OF_AIPERF)) {
      // GivenOptions reads these command lines, too. AIPerf does not combine short options either.
      command.getCommandSpec().parser().posixClusteredShortOptionsAllowed(false);
    }
    command.getSubcommands().values().forEach(CommandLineParsing::collecting);
    return Converters.register(command);
  }

  /**
   * Checks the arguments of a command.
   *
   * @throws InvalidOptionsException if the parser could not understand an argument or a value is
   *     invalid, with all problems
   */
  public static void requireUnderstood(ParseResult parsed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    reportErrors(parsed, problems);
    problems.throwIfAny();
  }

  /** Gives each value the name of its option; returns the values in the order of the help. */
  private static List<OptionValue<?>> nameValues(CommandSpec command, Predicate<String> given) {
    List<OptionValue<?>> values = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      Object value = given.test(option.longestName()) ? option.getValue() : null;
      for (Object each : value instanceof List<?> list ? list : Arrays.asList(value)) {
        if (each instanceof OptionValue<?> converted) {
          converted.setOption(option);
          values.add(converted);
        }
      }
    }
    return values;
  }

  /** Reports what the parser could not understand, and invalid values and combinations. */
  public static void reportErrors(ParseResult parsed, OptionProblems problems) {
    reportSyntax(parsed, problems);
    checkValues(parsed.commandSpec(), parsed::hasMatchedOption, problems);
  }

  /** Reports what the parser could not understand. */
  static void reportSyntax(ParseResult parsed, OptionProblems problems) {
    for (Exception error : parsed.errors()) {
      if (error instanceof UnmatchedArgumentException unmatched) {
        reportUnknown(unmatched.getUnmatched(), parsed, problems);
      } else if (error instanceof MissingParameterException missing) {
        missing
            .getMissing()
            .forEach(option -> problems.invalid(nameOf(option), "no value", "give one"));
      } else if (error instanceof ParameterException wrong) {
        reportInvalid(wrong, problems);
      }
    }
  }

  /** Reports invalid values, and options that are not valid together. */
  static void checkValues(CommandSpec command, Predicate<String> given, OptionProblems problems) {
    nameValues(command, given).forEach(value -> value.check(problems));
    for (OptionSpec option : command.options()) {
      if (given.test(option.longestName()) && option.userObject() instanceof Field field) {
        checkNeeds(option, field.getAnnotation(Needs.class), given, problems);
        checkNotWith(option, field.getAnnotation(NotWith.class), given, problems);
      }
    }
  }

  private static void checkNeeds(
      OptionSpec option, @Nullable Needs needs, Predicate<String> given, OptionProblems problems) {
    if (needs != null && Arrays.stream(needs.value()).noneMatch(given)) {
      refuse(option, "it needs " + Keyword.either(List.of(needs.value())), problems);
    }
  }

  private static void checkNotWith(
      OptionSpec option,
      @Nullable NotWith notWith,
      Predicate<String> given,
      OptionProblems problems) {
    if (notWith != null) {
      Arrays.stream(notWith.value())
          .filter(given)
          .forEach(other -> refuse(option, "not with " + other + notWith.because(), problems));
    }
  }

  private static void refuse(OptionSpec option, String reason, OptionProblems problems) {
    String name = nameOf((ArgSpec) option);
    if (option.typeInfo().isBoolean()) {
      problems.add("Invalid " + name + ": " + reason);
    } else {
      problems.invalid(name, option.getValue(), reason);
    }
  }

  private static void reportUnknown(
      List<String> unmatched, ParseResult parsed, OptionProblems problems) {
    CommandSpec command = parsed.commandSpec();
    String first = unmatched.get(0);
    if (!first.startsWith("-") && !command.subcommands().isEmpty()) {
      problems.invalid("command", first, adviceForCommand(first, command.subcommands().keySet()));
      return;
    }
    Set<String> theirValues = valuesOf(unmatched, parsed.originalArgs());
    for (String argument : unmatched) {
      if (argument.startsWith("-")) {
        String name = nameOf(argument);
        problems.invalid("option", name, adviceForOption(name, command));
      } else if (!theirValues.contains(argument)) {
        problems.invalid("argument", argument, "no option takes it");
      }
    }
  }

  /** Returns the remedy for an unknown option, for the parentheses of a message. */
  public static String adviceForOption(String option, CommandSpec command) {
    Set<String> known = command.optionsMap().keySet();
    if (known.contains(SIGN_OF_AIPERF)) {
      String refused = RefusedAiperfNames.options().get(option);
      if (refused != null) {
        return refused;
      }
    }
    return NearestName.advice(option, known, "there is no such option; see --help");
  }

  private static String adviceForCommand(String typed, Set<String> known) {
    String refused = RefusedAiperfNames.commands().get(typed);
    return refused == null
        ? NearestName.advice(typed, known, "there is no such command; see --help")
        : refused;
  }

  /** The argument after an unknown option is most likely its value and is not reported. */
  private static Set<String> valuesOf(List<String> unmatched, List<String> typed) {
    Set<String> values = new HashSet<>();
    boolean afterUnknown = false;
    for (String argument : typed) {
      boolean isOption = argument.startsWith("-");
      if (!isOption && afterUnknown) {
        values.add(argument);
      }
      afterUnknown =
          isOption ? unmatched.contains(argument) && argument.indexOf('=') < 0 : afterUnknown;
    }
    return values;
  }

  private static void reportInvalid(ParameterException wrong, OptionProblems problems) {
    ArgSpec argument = wrong.getArgSpec();
    String message = String.valueOf(wrong.getMessage());
    if (wrong instanceof OverwrittenOptionException overwritten) {
      ArgSpec option = overwritten.getOverwritten();
      problems.add(
          "Invalid command line: "
              + message.replace(option.paramLabel(), Converters.labelOf(option)));
    } else if (argument != null && argument.typeInfo().isBoolean()) {
      reportNotBoolean(argument, wrong.getValue(), problems);
    } else if (argument != null && argument.typeInfo().getType() == Duration.class) {
      problems.invalid(nameOf(argument), wrong.getValue(), Converters.SECONDS_WANTED);
    } else if (argument != null && wanted(argument).isPresent()) {
      problems.invalid(nameOf(argument), wrong.getValue(), wanted(argument).get());
    } else {
      problems.add("Invalid command line: " + message);
    }
  }

  private static Optional<String> wanted(ArgSpec argument) {
    return Arrays.stream(argument.converters())
        .filter(ExplainedConverter.class::isInstance)
        .map(converter -> ((ExplainedConverter<?>) converter).wanted())
        .findFirst();
  }

  static void reportNotBoolean(ArgSpec option, String value, OptionProblems problems) {
    problems.invalid(nameOf(option), value, "true, false, or no value");
  }

  /** Returns the name that messages use: the first long one. */
  static String nameOf(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? Arrays.stream(option.names())
            .filter(name -> name.startsWith("--"))
            .findFirst()
            .orElse(option.longestName())
        : argument.paramLabel();
  }

  /** Returns the name without an attached value. */
  static String nameOf(String argument) {
    int equals = argument.indexOf('=');
    return equals < 0 ? argument : argument.substring(0, equals);
  }
}
