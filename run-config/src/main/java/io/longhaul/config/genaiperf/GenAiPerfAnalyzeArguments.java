package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.List;

/** The arguments of {@code genai-perf analyze}: the swept parameters, and all others. */
final class GenAiPerfAnalyzeArguments {
  private final List<String> others = new ArrayList<>();
  private final List<SweptValues> swept = new ArrayList<>(List.of(new SweptValues()));

  private GenAiPerfAnalyzeArguments() {}

  static GenAiPerfAnalyzeArguments read(List<String> typed, OptionProblems problems) {
    GenAiPerfAnalyzeArguments words = new GenAiPerfAnalyzeArguments();
    for (int at = 0; at < typed.size(); at++) {
      String word = typed.get(at);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!SweptValues.OPTIONS.contains(name)) {
        words.others.add(word);
      } else if (equals >= 0) {
        words.take(name, word.substring(equals + 1));
      } else if (at + 1 < typed.size()) {
        words.take(name, typed.get(++at));
      } else {
        problems.invalid(name, "no value", "give one");
      }
    }
    return words;
  }

  /** Each further type starts a further parameter, to which the following options belong. */
  private void take(String name, String value) {
    SweptValues last = swept.get(swept.size() - 1);
    if (name.equals(SweptValues.TYPE) && last.hasType()) {
      last = new SweptValues();
      swept.add(last);
    }
    last.take(name, value);
  }

  /** Returns the arguments that all points have in common. */
  List<String> others() {
    return others;
  }

  /** Returns the swept parameters, at least one, in their order. */
  List<SweptValues> swept() {
    return swept;
  }
}
