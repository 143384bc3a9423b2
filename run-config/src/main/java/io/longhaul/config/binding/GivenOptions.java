package io.longhaul.config.binding;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command that a command line, a run file or GenAI-Perf's words give, in their
 * order. {@link OptionBinding} converts them. Immutable: runs that differ in some options have
 * copies in which these are removed, added or replaced. The texts include secrets.
 */
public final class GivenOptions {
  private static final String END_OF_OPTIONS = "--";

  private final CommandSpec command;
  private final List<GivenOption> options;

  /** What the parser could not understand, in sentences. */
  private final List<String> problems;

  private GivenOptions(CommandSpec command, List<GivenOption> options, List<String> problems) {
    this.command = command;
    this.options = List.copyOf(options);
    this.problems = List.copyOf(problems);
  }

  /** Returns the options of a parsed command line. */
  public static GivenOptions of(ParseResult parsed) {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportSyntax(parsed, problems);
    CommandSpec command = parsed.commandSpec();
    return new GivenOptions(command, read(parsed.expandedArgs(), command), problems.sentences());
  }

  /** Parses arguments of a command, without its name. */
  public static GivenOptions parse(List<String> arguments, CommandSpec command) {
    String[] normalized = CommandLineParsing.normalized(arguments.toArray(String[]::new));
    return of(CommandLineParsing.collecting(new CommandLine(command)).parseArgs(normalized));
  }

  /** Returns given options of a command. */
  public static GivenOptions of(CommandSpec command, List<GivenOption> options) {
    return new GivenOptions(command, options, List.of());
  }

  /** Separates options and values as the parser does. The parser reports everything else. */
  private static List<GivenOption> read(List<String> words, CommandSpec command) {
    List<GivenOption> options = new ArrayList<>();
    int at = 0;
    while (at < words.size() && !words.get(at).equals(END_OF_OPTIONS)) {
      String word = words.get(at++);
      String name = CommandLineParsing.nameOf(word);
      OptionSpec spec = command.optionsMap().get(name);
      if (spec == null) {
        continue;
      }
      boolean attached = name.length() < word.length();
      List<String> values = new ArrayList<>();
      if (attached) {
        values.add(word.substring(name.length() + 1));
      }
      while (!attached
          && values.size() < spec.arity().max()
          && at < words.size()
          && !words.get(at).equals(END_OF_OPTIONS)
          && !command.optionsMap().containsKey(CommandLineParsing.nameOf(words.get(at)))) {
        values.add(words.get(at++));
      }
      options.add(new GivenOption(spec, name, values, attached, Optional.empty()));
    }
    return options;
  }

  /** Returns a copy without an option, under any of its names. */
  public GivenOptions without(String option) {
    return withoutAll(known(option)::equals);
  }

  /** Returns a copy without the options of the warm-up. */
  public GivenOptions withoutWarmup() {
    return withoutAll(
        option ->
            option.longestName().startsWith("--warmup-")
                || option.longestName().startsWith("--num-warmup-"));
  }

  /** Returns a copy without the options that a class declares. */
  public GivenOptions withoutOptionsOf(Class<?> group) {
    return withoutAll(
        option -> option.userObject() instanceof Field field && field.getDeclaringClass() == group);
  }

  private GivenOptions withoutAll(Predicate<OptionSpec> removed) {
    return new GivenOptions(
        command,
        options.stream().filter(option -> !removed.test(option.spec())).toList(),
        problems);
  }

  /** Returns a copy with this value of an option, which replaces other values. */
  public GivenOptions with(String option, String value) {
    OptionSpec spec = known(option);
    boolean attached = spec.typeInfo().isBoolean();
    List<GivenOption> all = new ArrayList<>(without(option).options);
    all.add(new GivenOption(spec, option, List.of(value), attached, Optional.empty()));
    return new GivenOptions(command, all, problems);
  }

  /** Returns a copy that ends with more options of the same command. */
  public GivenOptions followedBy(GivenOptions last) {
    return new GivenOptions(
        command,
        Stream.concat(options.stream(), last.options.stream()).toList(),
        Stream.concat(problems.stream(), last.problems.stream()).toList());
  }

  /** Returns the options as arguments of a command line, without the name of the command. */
  public List<String> arguments() {
    return options.stream().flatMap(option -> option.words().stream()).toList();
  }

  /** Returns the command and its arguments. They may contain secrets and must not be shown. */
  public List<String> words() {
    return Stream.concat(Stream.of(command.name()), arguments().stream()).toList();
  }

  public CommandSpec command() {
    return command;
  }

  List<GivenOption> all() {
    return options;
  }

  List<String> problems() {
    return problems;
  }

  /** Returns the last value of an option, or empty if it was not given. */
  public Optional<String> valueOf(String option) {
    List<String> values = valuesOf(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /** Returns all values of an option. */
  public List<String> valuesOf(String option) {
    return given(known(option)).flatMap(given -> given.values().stream()).toList();
  }

  /** Returns whether an option was given under any of its names. */
  public boolean gives(String option) {
    OptionSpec spec = command.optionsMap().get(option);
    return spec != null && given(spec).findAny().isPresent();
  }

  /** Returns whether an option without a value is set. */
  public boolean isTrue(String option) {
    return gives(option) && valueOf(option).map(Boolean::parseBoolean).orElse(true);
  }

  public OptionSpec known(String option) {
    return requireNonNull(command.optionsMap().get(option), option);
  }

  private Stream<GivenOption> given(OptionSpec spec) {
    return options.stream().filter(option -> option.spec().equals(spec));
  }

  /**
   * Returns what messages call an option: the name or the path in a file that gives it, or the name
   * of the option if its values have different sources.
   */
  public String sourceOf(String option) {
    OptionSpec spec = command.optionsMap().get(option);
    List<Optional<String>> sources =
        spec == null ? List.of() : given(spec).map(GivenOption::source).distinct().toList();
    return sources.size() == 1 ? sources.get(0).orElse(option) : option;
  }

  /**
   * Rejects options that are given twice and cannot be repeated.
   *
   * @throws InvalidOptionsException if there are any, with all of them
   */
  public void requireOnce() throws InvalidOptionsException {
    OptionProblems twice = new OptionProblems();
    for (OptionSpec spec : command.options()) {
      List<GivenOption> given = given(spec).toList();
      if (given.size() > 1 && !spec.isMultiValue()) {
        GivenOption second = given.get(1);
        String source = second.source().orElse(second.name());
        twice.add("Invalid " + source + ": given twice (give it once)");
      }
    }
    twice.throwIfAny();
  }

  @Override
  public String toString() {
    return "options of " + command.name() + ": " + options;
  }
}
