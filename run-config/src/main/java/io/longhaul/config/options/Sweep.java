package io.longhaul.config.options;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The cells of a command line with lists of values or with variants, as AIPerf executes them.
 *
 * @param cells the cells in their order
 * @param cooldown the pause between two cells
 * @param order the order of runs if each cell has several
 * @param seedTyped whether the seeds of the cells derive from a seed that the user gave
 * @param showsCells whether a table of the cells is shown
 */
public record Sweep(
    List<Cell> cells, Duration cooldown, Order order, boolean seedTyped, boolean showsCells) {
  /** The maximum number of cells. */
  static final int MOST_CELLS = 1_000;

  private static final long USUAL_SEED = 42;
  private static final String SEED = "--random-seed";
  private static final String RUN_ID =
      "Invalid --run-id: not with lists of values or variants, each of which is a run";
  private static final String WARMUP_CONCURRENCY = "--warmup-concurrency";
  private static final List<String> WARMUPS =
      List.of("--warmup-request-count", "--num-warmup-sessions", "--warmup-duration");

  /** What follows a run of a cell. */
  public enum Order {
    /** A run of the next cell; after the last cell, the first cell again. */
    REPEATED,
    /** The next run of the same cell. */
    INDEPENDENT;

    /** The name on the command line and in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Sweep {
    cells = List.copyOf(cells);
  }

  /**
   * One cell.
   *
   * @param name the name of its folder, such as {@code concurrency_2}
   * @param label its label in AIPerf's files, such as {@code phases.profiling.concurrency=2}
   * @param values the swept values by AIPerf's path or else by the name of the option: a Long, a
   *     Double, a Boolean or a text
   * @param options its options
   */
  public record Cell(String name, String label, Map<String, Object> values, GivenOptions options) {

    /** Returns the first model. */
    public String model() {
      return options.valuesOf("--model-names").stream()
          .map(typed -> typed.split(",", 2)[0].strip())
          .findFirst()
          .orElse("");
    }
  }

  /**
   * Expands options to the cells of their sweep. {@code profile} validates the options of each
   * cell.
   *
   * @return empty if no option has a list and there are no variants
   * @throws InvalidOptionsException if lists or variants are invalid, with all problems
   */
  static Optional<Sweep> of(GivenOptions typed, SweepOptions options)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems(typed::sourceOf);
    Map<SweptOption, List<String>> lists = SweptOption.listsIn(typed, problems);
    List<SweepVariant> variants = options.variants(typed, problems);
    if (lists.isEmpty() && options.variants.isEmpty()) {
      return Optional.empty();
    }
    Duration cooldown = options.cooldown(problems);
    Order order = options.order(problems);
    List<Map<SweptOption, String>> points = options.pointsOf(lists, problems);
    if (typed.gives("--run-id")) {
      problems.add(RUN_ID);
    }
    if (typed.gives("--fixed-schedule") && !lists.isEmpty()) {
      problems.add("Invalid --fixed-schedule: not with lists of values (give variants)");
    }
    Seeds seeds = Seeds.of(typed, options, problems);
    problems.throwIfAny();
    GivenOptions one = typed.withoutOptionsOf(SweepOptions.class);
    return Optional.of(
        new Sweep(
            points.isEmpty() ? cellsOf(variants, one, seeds) : cells(points, one, seeds),
            cooldown,
            order,
            seeds.typed(),
            !options.noTable));
  }

  /**
   * Returns a sweep with the cells of a file.
   *
   * @param one the options of one cell
   * @throws InvalidOptionsException if options that apply to all cells are invalid, with all
   *     problems
   */
  static Sweep of(List<Cell> cells, GivenOptions one, SweepOptions options)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems(one::sourceOf);
    if (!SweptOption.listsIn(one, problems).isEmpty() || !options.variants.isEmpty()) {
      problems.add("Invalid sweep: not with lists of values or variants (omit one)");
    }
    Duration cooldown = options.cooldown(problems);
    Order order = options.order(problems);
    Seeds seeds = Seeds.of(one, options, problems);
    if (one.gives("--run-id")) {
      problems.add(RUN_ID);
    }
    List<Cell> seeded = new ArrayList<>();
    for (Cell cell : cells) {
      if (!SweepVariant.isFolderName(cell.name())) {
        problems.invalid("sweep", "a cell " + cell.name(), "a valid folder name");
      }
      GivenOptions seededOptions =
          seeds.addedTo(cell.options().withoutOptionsOf(SweepOptions.class), seeded.size());
      seeded.add(new Cell(cell.name(), cell.label(), cell.values(), seededOptions));
    }
    problems.throwIfAny();
    return new Sweep(seeded, cooldown, order, seeds.typed(), !options.noTable);
  }

  /**
   * Combines every value with every other; the value of the last list changes fastest. Reports too
   * many cells.
   *
   * @param unit what messages call the cells
   */
  public static <K, V> List<Map<K, V>> grid(
      Map<K, List<V>> lists, String unit, OptionProblems problems) {
    long size = 1;
    for (List<V> list : lists.values()) {
      size = Math.min(size * list.size(), Integer.MAX_VALUE);
    }
    if (size > MOST_CELLS) {
      problems.invalid("sweep", size + " " + unit, "no more than " + MOST_CELLS);
      return List.of();
    }
    return grid(lists);
  }

  /** Combines every value with every other; the value of the last list changes fastest. */
  public static <K, V> List<Map<K, V>> grid(Map<K, List<V>> lists) {
    List<Map<K, V>> points = List.of(Map.of());
    for (Map.Entry<K, List<V>> list : lists.entrySet()) {
      List<Map<K, V>> more = new ArrayList<>();
      for (Map<K, V> point : points) {
        for (V value : list.getValue()) {
          Map<K, V> with = new LinkedHashMap<>(point);
          with.put(list.getKey(), value);
          more.add(with);
        }
      }
      points = more;
    }
    return points;
  }

  /** Combines the first values of all lists, then the second ones, and so on. */
  public static <K, V> List<Map<K, V>> zipped(Map<K, List<V>> lists, int length) {
    List<Map<K, V>> points = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Map<K, V> point = new LinkedHashMap<>();
      for (Map.Entry<K, List<V>> list : lists.entrySet()) {
        point.put(list.getKey(), list.getValue().get(i));
      }
      points.add(point);
    }
    return points;
  }

  /** The seeds of the cells. */
  private record Seeds(long first, boolean typed, boolean same) {
    static Seeds of(GivenOptions typed, SweepOptions options, OptionProblems problems) {
      Optional<OptionValue<Long>> seed = typed.valueOf(SEED).map(OptionValue.LongCountOrZero::new);
      seed.ifPresent(value -> value.setOption(typed.known(SEED)));
      seed.ifPresent(value -> value.check(problems));
      long first = seed.flatMap(OptionValue::of).orElse(USUAL_SEED);
      return new Seeds(first, seed.isPresent(), options.sameSeed(problems));
    }

    GivenOptions addedTo(GivenOptions one, int index) {
      return one.with(SEED, Long.toString(same ? first : first + index));
    }
  }

  /** Returns the name of a cell with these values by path, such as {@code concurrency_2}. */
  public static String nameOf(Map<String, Object> values) {
    return values.entrySet().stream()
        .map(
            value -> {
              String path = value.getKey();
              return path.substring(path.lastIndexOf('.') + 1) + "_" + value.getValue();
            })
        .collect(Collectors.joining("__"));
  }

  /** Returns the label of a cell with these values by path. */
  public static String labelOf(Map<String, Object> values) {
    return values.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static List<Cell> cells(
      List<Map<SweptOption, String>> points, GivenOptions one, Seeds seeds) {
    List<Cell> cells = new ArrayList<>();
    for (Map<SweptOption, String> point : points) {
      GivenOptions options = seeds.addedTo(one, cells.size());
      if (point.containsKey(SweptOption.CONCURRENCY)
          && WARMUPS.stream().anyMatch(options::gives)
          && !options.gives(WARMUP_CONCURRENCY)) {
        // As in AIPerf, a list does not apply to the warm-up.
        options = options.with(WARMUP_CONCURRENCY, "1");
      }
      Map<String, Object> values = new LinkedHashMap<>();
      for (Map.Entry<SweptOption, String> value : point.entrySet()) {
        SweptOption swept = value.getKey();
        options = options.with(swept.option(), value.getValue());
        values.put(swept.path(), swept.number(value.getValue()));
      }
      cells.add(new Cell(nameOf(values), labelOf(values), values, options));
    }
    return cells;
  }

  private static List<Cell> cellsOf(List<SweepVariant> variants, GivenOptions one, Seeds seeds) {
    List<Cell> cells = new ArrayList<>();
    for (SweepVariant variant : variants) {
      GivenOptions options = variant.appliedTo(seeds.addedTo(one, cells.size()));
      String name = variant.name().orElse("v" + cells.size());
      cells.add(new Cell(name, name, variant.parameters(), options));
    }
    return cells;
  }
}
