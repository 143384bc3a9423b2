package io.longhaul.cli.options;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The runs of a command line in which options have lists of values, as AIPerf carries them out.
 *
 * @param cells in their order
 * @param cooldown time between two of them
 */
public record Sweep(List<Cell> cells, Duration cooldown) {
  private static final int MOST_CELLS = 1_000;
  private static final long USUAL_SEED = 42;
  private static final String SEED = "--random-seed";
  private static final String WARMUP_CONCURRENCY = "--warmup-concurrency";
  private static final List<String> WARMUPS =
      List.of("--warmup-request-count", "--num-warmup-sessions", "--warmup-duration");

  public Sweep {
    cells = List.copyOf(cells);
  }

  /**
   * One of them.
   *
   * @param name of its folder, such as {@code concurrency_2}
   * @param parameters what is swept, by the name that AIPerf's files have for it, and its value
   * @param words its command line
   */
  public record Cell(String name, Map<String, Number> parameters, RunWords words) {}

  /**
   * Takes a command line apart; whether each run's options will do is for {@code profile} to say.
   *
   * @return empty when no option has a list
   * @throws InvalidOptionsException naming all that is wrong with the lists
   */
  static Optional<Sweep> of(RunWords typed, SweepOptions options) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    Map<SweptOption, List<String>> lists = listsIn(typed, problems);
    if (lists.isEmpty()) {
      return Optional.empty();
    }
    Duration cooldown = options.cooldown(new Numbers(problems));
    List<Map<SweptOption, String>> points =
        options
            .zips(problems)
            .map(zips -> zips ? zipped(lists, problems) : grid(lists, problems))
            .orElse(List.of());
    refuse(typed, problems);
    long seed =
        new Numbers(problems)
            .wholeNumber(SEED, typed.valueOf(SEED).orElse(null), 0)
            .orElse(USUAL_SEED);
    problems.throwIfAny();
    return Optional.of(new Sweep(cells(typed, points, seed, options.sameSeed), cooldown));
  }

  private static Map<SweptOption, List<String>> listsIn(RunWords typed, OptionProblems problems) {
    Map<SweptOption, List<String>> lists = new EnumMap<>(SweptOption.class);
    for (SweptOption swept : SweptOption.values()) {
      Optional<String> value = typed.valueOf(swept.option()).filter(text -> text.contains(","));
      if (value.isPresent()) {
        List<String> values = Arrays.stream(value.get().split(",", -1)).map(String::strip).toList();
        lists.put(swept, values);
        if (!values.stream().allMatch(swept::takes)
            || new HashSet<>(values).size() < values.size()) {
          problems.invalid(
              swept.option(), value.get(), "numbers with commas between them, each once");
        }
      }
    }
    return lists;
  }

  private static void refuse(RunWords typed, OptionProblems problems) {
    for (String option :
        new String[] {RepeatOptions.RUNS, "--run-id", "--dry-run", "--fixed-schedule"}) {
      if (typed.gives(option)) {
        problems.add("Invalid " + option + ": not with lists of values, each of which is a run");
      }
    }
  }

  /** Every value with every other; the last list changes from one to the next. */
  private static List<Map<SweptOption, String>> grid(
      Map<SweptOption, List<String>> lists, OptionProblems problems) {
    long size = lists.values().stream().mapToLong(List::size).reduce(1, Sweep::times);
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

  private static List<Map<SweptOption, String>> zipped(
      Map<SweptOption, List<String>> lists, OptionProblems problems) {
    int size = lists.values().iterator().next().size();
    if (lists.values().stream().anyMatch(list -> list.size() != size)) {
      String lengths =
          lists.entrySet().stream()
              .map(list -> list.getKey().option() + " has " + list.getValue().size())
              .collect(Collectors.joining(", "));
      problems.invalid(SweepOptions.TYPE, "zip", "lists of one length: " + lengths);
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

  private static List<Cell> cells(
      RunWords typed, List<Map<SweptOption, String>> points, long seed, boolean sameSeed) {
    RunWords one =
        typed
            .without(SweepOptions.TYPE)
            .without(SweepOptions.COOLDOWN)
            .without(SweepOptions.SAME_SEED);
    List<Cell> cells = new ArrayList<>();
    for (Map<SweptOption, String> point : points) {
      RunWords words = one.with(SEED, Long.toString(sameSeed ? seed : seed + cells.size()));
      if (point.containsKey(SweptOption.CONCURRENCY)
          && WARMUPS.stream().anyMatch(typed::gives)
          && !typed.gives(WARMUP_CONCURRENCY)) {
        // As in AIPerf, a warm-up takes no list over.
        words = words.with(WARMUP_CONCURRENCY, "1");
      }
      Map<String, Number> parameters = new LinkedHashMap<>();
      List<String> names = new ArrayList<>();
      for (Map.Entry<SweptOption, String> value : point.entrySet()) {
        SweptOption swept = value.getKey();
        Number number = swept.number(value.getValue());
        words = words.with(swept.option(), value.getValue());
        names.add(swept.shortName() + "_" + number);
        parameters.put(displayed(swept, point), number);
      }
      cells.add(new Cell(String.join("__", names), parameters, words));
    }
    return cells;
  }

  /** The short name, unless another has it, too. */
  private static String displayed(SweptOption swept, Map<SweptOption, String> point) {
    boolean alone =
        point.keySet().stream().filter(any -> any.shortName().equals(swept.shortName())).count()
            == 1;
    return alone ? swept.shortName() : swept.path();
  }
}
