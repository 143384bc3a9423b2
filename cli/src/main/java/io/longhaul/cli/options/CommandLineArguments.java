package io.longhaul.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The words of a command line, of which options are taken out and others put in, for runs that
 * differ in them. Nothing is interpreted: what stays is as it was typed, secrets included.
 */
public final class CommandLineArguments {
  private final CommandSpec command;
  private final List<String> words;

  private CommandLineArguments(CommandSpec command, List<String> words) {
    this.command = command;
    this.words = List.copyOf(words);
  }

  /**
   * What was typed behind {@code longhaul}, its command included; a demo has options without having
   * typed a command.
   */
  public static CommandLineArguments of(ParseResult parsed) {
    String name = parsed.commandSpec().name();
    List<String> words = new ArrayList<>(parsed.originalArgs());
    boolean hasCommand =
        words.stream().takeWhile(word -> !word.startsWith("-")).anyMatch(name::equals);
    if (!hasCommand) {
      words.add(0, name);
    }
    return new CommandLineArguments(parsed.commandSpec(), words);
  }

  /** Without an option, by whichever of its names it was given. */
  public CommandLineArguments without(String option) {
    OptionSpec taken = command.optionsMap().get(option);
    List<String> names = List.of(taken.names());
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!names.contains(name)) {
        kept.add(word);
      } else if (equals < 0 && taken.arity().min() > 0) {
        i++; // Its value goes with it.
      }
    }
    return new CommandLineArguments(command, kept);
  }

  /** Without all that is about a warm-up. */
  CommandLineArguments withoutWarmup() {
    CommandLineArguments rest = this;
    for (OptionSpec option : command.options()) {
      if (option.longestName().startsWith("--warmup-")
          || option.longestName().startsWith("--num-warmup-")) {
        rest = rest.without(option.longestName());
      }
    }
    return rest;
  }

  /** With this value of an option, instead of another one. */
  public CommandLineArguments with(String option, String value) {
    List<String> more = new ArrayList<>(without(option).words);
    if (command.optionsMap().get(option).typeInfo().isBoolean()) {
      more.add(option + "=" + value);
    } else {
      more.add(option);
      more.add(value);
    }
    return new CommandLineArguments(command, more);
  }

  boolean has(String option) {
    return !without(option).words.equals(words);
  }

  /** With more options, before those that were typed. */
  public CommandLineArguments beginningWith(List<String> options) {
    List<String> more = new ArrayList<>(words);
    more.addAll(words.indexOf(command.name()) + 1, options);
    return new CommandLineArguments(command, more);
  }

  /** Behind the command's name. */
  public List<String> options() {
    return words.subList(words.indexOf(command.name()) + 1, words.size());
  }

  CommandSpec command() {
    return command;
  }

  /** What an option was given, if it was; of several the last. */
  Optional<String> valueOf(String option) {
    List<String> values = valuesOf(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /** What an option was given, each time. */
  List<String> valuesOf(String option) {
    List<String> names = List.of(command.optionsMap().get(option).names());
    List<String> values = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String[] word = words.get(i).split("=", 2);
      if (names.contains(word[0]) && word.length == 2) {
        values.add(word[1]);
      } else if (names.contains(word[0]) && i + 1 < words.size()) {
        values.add(words.get(i + 1));
      }
    }
    return values;
  }

  /** Whether an option was typed, by whichever of its names; one that is unknown by this one. */
  public boolean gives(String option) {
    OptionSpec known = command.optionsMap().get(option);
    List<String> names = known == null ? List.of(option) : List.of(known.names());
    return words.stream().map(word -> word.split("=", 2)[0]).anyMatch(names::contains);
  }

  /** Not to be shown to others: it may hold secrets. */
  public List<String> words() {
    return words;
  }
}
