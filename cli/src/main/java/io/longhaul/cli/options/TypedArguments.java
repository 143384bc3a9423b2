package io.longhaul.cli.options;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as it was typed: spellings that are alike, and what the parser could not make
 * sense of.
 */
public final class TypedArguments {
  private TypedArguments() {}

  /** {@code --request_count} and {@code --request-count} are alike. */
  public static String[] normalized(String... arguments) {
    return Arrays.stream(arguments).map(TypedArguments::normalized).toArray(String[]::new);
  }

  private static String normalized(String argument) {
    if (!argument.startsWith("--")) {
      return argument;
    }
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    return name.replace('_', '-') + argument.substring(name.length());
  }

  /** Makes a command's parser collect what is wrong instead of stopping at the first. */
  public static CommandLine collecting(CommandLine command) {
    command.setUnmatchedArgumentsAllowed(false);
    command.getCommandSpec().parser().collectErrors(true).aritySatisfiedByAttachedOptionParam(true);
    command.getSubcommands().values().forEach(TypedArguments::collecting);
    return command;
  }

  /** What the parser could not make sense of. */
  static void tell(ParseResult parsed, OptionProblems problems) {
    for (Exception error : parsed.errors()) {
      if (error instanceof UnmatchedArgumentException unmatched) {
        tellUnknown(unmatched, problems);
      } else if (error instanceof MissingParameterException missing) {
        missing
            .getMissing()
            .forEach(option -> problems.invalid(nameOf(option), "no value", "give one"));
      } else if (error instanceof ParameterException wrong) {
        problems.add("Invalid command line: " + wrong.getMessage());
      }
    }
  }

  private static String nameOf(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static void tellUnknown(UnmatchedArgumentException unmatched, OptionProblems problems) {
    List<String> close = unmatched.getSuggestions();
    for (String argument : unmatched.getUnmatched()) {
      if (argument.startsWith("-")) {
        problems.invalid(
            "option",
            argument,
            close.isEmpty()
                ? "see --help"
                : "did you mean "
                    + String.join(" or ", close.subList(0, Math.min(2, close.size())))
                    + "?");
      } else {
        problems.invalid("argument", argument, "options begin with --; see --help");
      }
    }
  }
}
