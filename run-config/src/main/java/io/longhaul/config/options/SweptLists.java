package io.longhaul.config.options;

import io.longhaul.config.binding.CommandLineArguments;
import io.longhaul.config.binding.OptionProblems;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The lists of values of a command line, and how they are combined.
 *
 * @param lists the lists in AIPerf's order
 */
record SweptLists(Map<SweptOption, List<String>> lists) {
  /** Returns the lists of a command line, and reports invalid ones. */
  static SweptLists in(CommandLineArguments typed, OptionProblems problems) {
    Map<SweptOption, List<String>> lists = new EnumMap<>(SweptOption.class);
    for (SweptOption swept : SweptOption.values()) {
      Optional<String> value = typed.valueOf(swept.option()).filter(text -> text.contains(","));
      if (value.isPresent()) {
        String[] parts = value.get().split(",", -1);
        List<String> values =
            Arrays.stream(parts)
                .map(String::strip)
                .map(swept::plain)
                .flatMap(Optional::stream)
                .toList();
        lists.put(swept, values);
        if (values.stream().map(swept::number).distinct().count() < parts.length) {
          problems.invalid(swept.option(), value.get(), "numbers separated by commas, each once");
        }
      }
    }
    return new SweptLists(lists);
  }

  static SweptLists none() {
    return new SweptLists(Map.of());
  }

  boolean areNone() {
    return lists.isEmpty();
  }

  /** Returns all combinations of values. */
  List<Map<SweptOption, String>> grid(OptionProblems problems) {
    return Sweep.grid(lists, "runs", problems);
  }

  /** Combines the first values of all lists, then the second ones, and so on. */
  List<Map<SweptOption, String>> zipped(OptionProblems problems) {
    int size = lists.values().iterator().next().size();
    if (lists.values().stream().anyMatch(list -> list.size() != size)) {
      String lengths =
          lists.entrySet().stream()
              .map(list -> list.getKey().option() + " has " + list.getValue().size())
              .collect(Collectors.joining(", "));
      problems.invalid(SweepOptions.TYPE, "zip", "lists of equal length: " + lengths);
      return List.of();
    }
    return Sweep.zipped(lists, size);
  }
}
