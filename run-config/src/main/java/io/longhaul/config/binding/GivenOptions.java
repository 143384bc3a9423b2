package io.longhaul.config.binding;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The arguments of a command line. Options can be removed and added for runs that differ in them.
 * The other arguments stay as typed, including secrets.
 */
public final class GivenOptions {
  private final CommandSpec command;
  private final List<String> words;

  private GivenOptions(CommandSpec command, List<String> words) {
    this.command = command;
    this.words = List.copyOf(words);
  }

  /**
   * Returns the arguments of {@code longhaul}, including the command. A demo has options without a
   * command on the command line.
   */
  public static GivenOptions of(ParseResult parsed) {
    String name = parsed.commandSpec().name();
    List<String> words = new ArrayList<>(parsed.originalArgs());
    boolean hasCommand =
        words.stream().takeWhile(word -> !word.startsWith("-")).anyMatch(name::equals);
    if (!hasCommand) {
      words.add(0, name);
    }
    return new GivenOptions(parsed.commandSpec(), words);
  }

  /** Returns the arguments without an option, under any of its names. */
  public GivenOptions without(String option) {
    OptionSpec taken = known(option);
    List<String> names = List.of(taken.names());
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String[] word = words.get(i).split("=", 2);
      if (!names.contains(word[0])) {
        kept.add(words.get(i));
      } else if (word.length == 1 && taken.arity().min() > 0) {
        i++; // Its value goes with it.
      }
    }
    return new GivenOptions(command, kept);
  }

  /** Returns the arguments without the options of the warm-up. */
  public GivenOptions withoutWarmup() {
    return withoutAll(
        option ->
            option.longestName().startsWith("--warmup-")
                || option.longestName().startsWith("--num-warmup-"));
  }

  /** Returns the arguments without the options that a class declares. */
  public GivenOptions withoutOptionsOf(Class<?> group) {
    return withoutAll(
        option -> option.userObject() instanceof Field field && field.getDeclaringClass() == group);
  }

  private GivenOptions withoutAll(Predicate<OptionSpec> removed) {
    GivenOptions rest = this;
    for (OptionSpec option : command.options()) {
      if (removed.test(option)) {
        rest = rest.without(option.longestName());
      }
    }
    return rest;
  }

  /** Returns the arguments with this value of an option, which replaces other values. */
  public GivenOptions with(String option, String value) {
    List<String> more = new ArrayList<>(without(option).words);
    if (known(option).typeInfo().isBoolean()) {
      more.add(option + "=" + value);
    } else {
      more.add(option);
      more.add(value);
    }
    return new GivenOptions(command, more);
  }

  /** Returns the arguments with more options, placed before those of the command line. */
  public GivenOptions beginningWith(List<String> options) {
    List<String> more = new ArrayList<>(words);
    more.addAll(words.indexOf(command.name()) + 1, options);
    return new GivenOptions(command, more);
  }

  /** Returns the arguments after the name of the command. */
  public List<String> options() {
    return words.subList(words.indexOf(command.name()) + 1, words.size());
  }

  public CommandSpec command() {
    return command;
  }

  /** Returns the last value of an option, or empty if it was not given. */
  public Optional<String> valueOf(String option) {
    List<String> values = valuesOf(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /** Returns all values of an option. */
  public List<String> valuesOf(String option) {
    List<String> names = List.of(known(option).names());
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

  /** Returns whether an option was given under any of its names. */
  public boolean gives(String option) {
    OptionSpec known = command.optionsMap().get(option);
    List<String> names = known == null ? List.of(option) : List.of(known.names());
    return words.stream().map(word -> word.split("=", 2)[0]).anyMatch(names::contains);
  }

  public OptionSpec known(String option) {
    return requireNonNull(command.optionsMap().get(option));
  }

  /** Returns all arguments. They may contain secrets and must not be shown. */
  public List<String> words() {
    return words;
  }
}
