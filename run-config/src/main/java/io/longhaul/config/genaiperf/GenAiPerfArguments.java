package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Range;

/**
 * The arguments of {@code genai-perf profile} by option. As in GenAI-Perf, the last of several
 * values wins, except for options that can be repeated.
 */
final class GenAiPerfArguments {
  private final Map<GenAiPerfOption, List<List<String>>> given =
      new EnumMap<>(GenAiPerfOption.class);

  /** The arguments of Longhaul's own options, in their order. */
  private final List<String> others = new ArrayList<>();

  GenAiPerfArguments(List<String> typed, OptionProblems problems) {
    int at = 0;
    while (at < typed.size()) {
      String word = typed.get(at++);
      if (word.equals("--")) {
        problems.invalid("argument", "--", "there is no Perf Analyzer to pass arguments to");
        break;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      Optional<GenAiPerfOption> option = GenAiPerfOption.named(name);
      if (option.isEmpty()) {
        others.add(word);
        continue;
      }
      Range takes = option.get().takes();
      List<String> values = new ArrayList<>();
      if (equals >= 0) {
        values.add(word.substring(equals + 1));
      } else {
        while (values.size() < takes.max() && at < typed.size() && isValue(typed.get(at))) {
          values.add(typed.get(at++));
        }
      }
      if (values.size() < takes.min()) {
        problems.invalid(option.get().shown(), "no value", "give one");
      } else {
        given.computeIfAbsent(option.get(), unused -> new ArrayList<>()).add(values);
      }
    }
  }

  /** A negative number is a value and not an option. */
  private static boolean isValue(String word) {
    return !word.startsWith("-") || word.matches("-[0-9.]+");
  }

  boolean has(GenAiPerfOption option) {
    return given.containsKey(option);
  }

  /** Returns the last values of an option. */
  List<String> last(GenAiPerfOption option) {
    List<List<String>> all = given.getOrDefault(option, List.of());
    return all.isEmpty() ? List.of() : all.get(all.size() - 1);
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
    return given.getOrDefault(option, List.of()).stream().flatMap(List::stream).toList();
  }

  List<String> others() {
    return others;
  }
}
