package io.longhaul.cli.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
  static final int MOST_CELLS = 1_000;

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

  /** Combines every value with every other; the value of the last list changes fastest. */
  List<Map<SweptOption, String>> grid(OptionProblems problems) {
    long size = lists.values().stream().mapToLong(List::size).reduce(1, SweptLists::times);
    if (size > MOST_CELLS) {
      problems.invalid("sweep", size + " runs", "no more than " + MOST_CELLS);
      return List.of();
    }
    List<Map<SweptOption, String>> points = List.of(Map.of());
    for (Map.Entry<SweptOption, List<String>> list : lists.entrySet()) {
      List<Map<SweptOption, String>> more = new ArrayList<>();
      for (Map<SweptOption, String> point : points) {
        for (String value : list.getValue()) {
          Map<SweptOption, String> with = new LinkedHashMap<>(point);
          with.put(list.getKey(), value);
          more.add(with);
        }
      }
      points = more;
    }
    return points;
  }

  private static long times(long one, long other) {
    return Math.min(one * other, Integer.MAX_VALUE);
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
    List<Map<SweptOption, String>> points = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Map<SweptOption, String> point = new LinkedHashMap<>();
      for (Map.Entry<SweptOption, List<String>> list : lists.entrySet()) {
        point.put(list.getKey(), list.getValue().get(i));
      }
      points.add(point);
    }
    return points;
  }
}
