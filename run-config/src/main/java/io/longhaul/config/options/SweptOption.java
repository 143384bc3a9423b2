package io.longhaul.config.options;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An option that accepts a list of values, each of which becomes a cell of a sweep. The order is
 * that of the names in AIPerf's files.
 */
enum SweptOption {
  ISL("--isl", "datasets.main.prompts.isl.mean", Takes.WHOLE),
  ISL_STDDEV("--isl-stddev", "datasets.main.prompts.isl.stddev", Takes.DECIMAL),
  OSL("--osl", "datasets.main.prompts.osl.mean", Takes.WHOLE),
  OSL_STDDEV("--osl-stddev", "datasets.main.prompts.osl.stddev", Takes.DECIMAL),
  TURNS("--conversation-turn-mean", "datasets.main.turns.mean", Takes.WHOLE),
  CONCURRENCY("--concurrency", "phases.profiling.concurrency", Takes.WHOLE),
  DURATION("--benchmark-duration", "phases.profiling.duration", Takes.SECONDS),
  PREFILL("--prefill-concurrency", "phases.profiling.prefill_concurrency", Takes.WHOLE),
  RATE("--request-rate", "phases.profiling.rate", Takes.RATE),
  REQUESTS("--request-count", "phases.profiling.requests", Takes.WHOLE),
  SESSIONS("--num-sessions", "phases.profiling.sessions", Takes.WHOLE),
  USERS("--num-users", "phases.profiling.users", Takes.WHOLE);

  private final String option;
  private final String path;
  private final Takes takes;

  SweptOption(String option, String path, Takes takes) {
    this.option = option;
    this.path = path;
    this.takes = takes;
  }

  String option() {
    return option;
  }

  /** Returns its path in AIPerf's files. */
  String path() {
    return path;
  }

  /** Returns the lists of values of a command line, and reports invalid ones. */
  static Map<SweptOption, List<String>> listsIn(GivenOptions typed, OptionProblems problems) {
    Map<SweptOption, List<String>> lists = new EnumMap<>(SweptOption.class);
    for (SweptOption swept : values()) {
      Optional<String> list = typed.valueOf(swept.option).filter(text -> text.contains(","));
      if (list.isPresent()) {
        String[] parts = list.get().split(",", -1);
        List<String> values =
            Arrays.stream(parts)
                .map(String::strip)
                .map(swept::plain)
                .flatMap(Optional::stream)
                .toList();
        lists.put(swept, values);
        if (values.stream().map(swept::number).distinct().count() < parts.length) {
          problems.invalid(swept.option, list.get(), "numbers separated by commas, each once");
        }
      }
    }
    return lists;
  }

  /** Returns a value of a list as a plain number, or empty if it is invalid. */
  private Optional<String> plain(String value) {
    Optional<String> plain =
        switch (takes) {
          case WHOLE, DECIMAL -> Optional.of(value);
          case SECONDS -> Quantities.plainSeconds(value);
          case RATE -> Quantities.plainRate(value);
        };
    String form = takes == Takes.WHOLE ? "[0-9]{1,9}" : "[0-9]{1,9}(\\.[0-9]{1,18})?";
    return plain.filter(number -> number.matches(form));
  }

  Number number(String plain) {
    return takes == Takes.WHOLE ? (Number) Long.valueOf(plain) : Double.valueOf(plain);
  }

  /** The type of its values. */
  private enum Takes {
    WHOLE,
    DECIMAL,
    SECONDS,
    RATE
  }
}
