package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Range;

/**
 * The options of {@code genai-perf profile} and {@code genai-perf analyze}, from a command line or
 * a file. As in GenAI-Perf, the last of several values wins, except for options that can be
 * repeated.
 */
public final class GenAiPerfArguments {
  /**
   * One use of an option.
   *
   * @param source what messages call the option: its name, or its path in a file
   */
  private record Use(List<String> values, String source) {}

  private final Map<GenAiPerfOption, List<Use>> given = new EnumMap<>(GenAiPerfOption.class);
  private final SweptValues swept = new SweptValues();

  /** The arguments of Longhaul's own options, in their order. */
  private final List<String> others = new ArrayList<>();

  private final OptionProblems problems = new OptionProblems();

  /** Creates arguments without any option. */
  GenAiPerfArguments() {}

  /** Returns the options of {@code genai-perf profile}. */
  public static GenAiPerfArguments ofProfile(List<String> typed) {
    GenAiPerfArguments arguments = new GenAiPerfArguments();
    arguments.add(typed, false);
    return arguments;
  }

  /** Returns the options of {@code genai-perf analyze}. */
  public static GenAiPerfArguments ofAnalyze(List<String> typed) {
    GenAiPerfArguments arguments = new GenAiPerfArguments();
    arguments.add(typed, true);
    return arguments;
  }

  /**
   * Adds the options of a command line, which have precedence over the present ones.
   *
   * @param typed the arguments after the name of the command
   * @param analyze whether the command is {@code analyze}; {@code longhaul profile} has a {@code
   *     --sweep-type} of its own
   */
  public void add(List<String> typed, boolean analyze) {
    int at = 0;
    while (at < typed.size()) {
      String word = typed.get(at++);
      if (word.equals("--")) {
        problems.invalid("argument", "--", "there is no Perf Analyzer to pass arguments to");
        return;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      Optional<GenAiPerfOption> option = GenAiPerfOption.named(name);
      boolean isSweep = analyze && SweptValues.OPTIONS.contains(name);
      if (option.isEmpty() && !isSweep) {
        others.add(word);
        continue;
      }
      Range takes = option.map(GenAiPerfOption::takes).orElse(SweptValues.TAKES);
      List<String> values = new ArrayList<>();
      if (equals >= 0) {
        values.add(word.substring(equals + 1));
      } else if (isSweep && at < typed.size()) {
        values.add(typed.get(at++)); // A list may begin with a dash.
      } else {
        while (values.size() < takes.max() && at < typed.size() && isValue(typed.get(at))) {
          values.add(typed.get(at++));
        }
      }
      String shown = option.map(GenAiPerfOption::shown).orElse(name);
      if (values.size() < takes.min()) {
        problems.invalid(shown, "no value", "give one");
      } else if (isSweep) {
        swept.add(name, values.get(0));
      } else {
        add(option.orElseThrow(), values, shown);
      }
    }
  }

  /** A negative number is a value and not an option. */
  private static boolean isValue(String word) {
    return !word.startsWith("-") || word.matches("-[0-9.]+");
  }

  /**
   * Adds an option.
   *
   * @param source what messages call the option
   */
  void add(GenAiPerfOption option, List<String> values, String source) {
    given.computeIfAbsent(option, unused -> new ArrayList<>()).add(new Use(values, source));
  }

  /** Returns a copy without the sweep, with these values of its parameters. */
  GenAiPerfArguments at(Map<SweptParameter, Long> point) {
    GenAiPerfArguments one = new GenAiPerfArguments();
    given.forEach((option, uses) -> one.given.put(option, new ArrayList<>(uses)));
    one.others.addAll(others);
    problems.sentences().forEach(one.problems::add);
    point.forEach(
        (parameter, value) ->
            one.add(parameter.option(), List.of(Long.toString(value)), parameter.option().shown()));
    return one;
  }

  boolean has(GenAiPerfOption option) {
    return given.containsKey(option);
  }

  private Optional<Use> lastUse(GenAiPerfOption option) {
    List<Use> uses = given.getOrDefault(option, List.of());
    return uses.isEmpty() ? Optional.empty() : Optional.of(uses.get(uses.size() - 1));
  }

  /** Returns the last values of an option. */
  List<String> last(GenAiPerfOption option) {
    return lastUse(option).map(Use::values).orElse(List.of());
  }

  /** Returns what messages call an option, of which the last value wins. */
  String sourceOf(GenAiPerfOption option) {
    return lastUse(option).map(Use::source).orElse(option.shown());
  }

  /** Returns what messages call an option that can be repeated. */
  String sourceOfAll(GenAiPerfOption option) {
    List<String> sources =
        given.getOrDefault(option, List.of()).stream().map(Use::source).distinct().toList();
    return sources.size() == 1 ? sources.get(0) : option.shown();
  }

  /** Returns the value of an option. */
  Optional<String> value(GenAiPerfOption option) {
    return last(option).stream().findFirst();
  }

  /** Returns the value of an option, or empty for 0, which GenAI-Perf treats as not given. */
  Optional<String> valueButZero(GenAiPerfOption option) {
    return value(option).filter(value -> !value.equals("0"));
  }

  /** Returns the values of an option that can be repeated. */
  List<String> values(GenAiPerfOption option) {
    return given.getOrDefault(option, List.of()).stream()
        .flatMap(use -> use.values().stream())
        .toList();
  }

  /** Returns the parameters of the sweep. */
  SweptValues swept() {
    return swept;
  }

  /** Returns the arguments of Longhaul's own options. */
  List<String> others() {
    return List.copyOf(others);
  }

  /** Returns what is wrong with the form of the arguments, in sentences. */
  List<String> problems() {
    return problems.sentences();
  }
}
