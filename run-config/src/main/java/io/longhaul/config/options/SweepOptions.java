package io.longhaul.config.options;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of parameter sweeps: how lists of values or variants become runs. */
final class SweepOptions {
  private static final String TYPE = "--sweep-type";
  static final String VARIANT = "--variant";
  private static final String COOLDOWN = "--parameter-sweep-cooldown-seconds";
  private static final String MODE = "--parameter-sweep-mode";
  private static final String SAME_SEED = "--parameter-sweep-same-seed";
  private static final String NO_SAME_SEED = "--no-parameter-sweep-same-seed";

  @Option(
      names = TYPE,
      paramLabel = "TYPE",
      description =
          "How lists of values, as in --concurrency 1,2,4, are combined into the cells of a sweep:"
              + " grid, every combination; or zip, the first values of all lists, then the second"
              + " ones, and so on. Default: grid")
  @Nullable String type;

  @Option(
      names = {VARIANT, "--sweep-variant"},
      paramLabel = "TEXT",
      description =
          "A cell of a sweep, defined by a name and options instead of lists: 'NAME: OPTION=VALUE,"
              + " OPTION=VALUE'. Give this option at least twice.")
  List<String> variants = new ArrayList<>();

  @Yaml(value = "sweep.cooldownSeconds", unless = "0")
  @Option(names = COOLDOWN, description = "Pause between the cells of a sweep. Default: 0")
  OptionValue.@Nullable SecondsOrZero cooldown;

  @Yaml("sweep.iterationOrder")
  @Option(
      names = MODE,
      paramLabel = "MODE",
      description =
          "Order of the runs of a sweep with --num-profile-runs. With repeated, Longhaul runs"
              + " all cells once, then all cells again; with independent, it completes all runs of"
              + " a cell before the next cell. Default: repeated")
  @Nullable String mode;

  @Yaml("root.noSweepTable")
  @Option(
      names = "--no-sweep-table",
      description =
          "Show the table of cells only at the end. By default, on a terminal, it is shown after"
              + " each cell.")
  boolean noTable;

  @Yaml("sweep.sameSeed")
  @Option(
      names = SAME_SEED,
      description =
          "Use the same seed in all cells. By default, the seed increases by one from cell to"
              + " cell.")
  boolean sameSeed;

  @Option(
      names = NO_SAME_SEED,
      description = "Increase the seed by one from cell to cell. This is the default.")
  boolean noSameSeed;

  /** Returns the valid variants, and reports the others. */
  List<SweepVariant> variants(GivenOptions typed, OptionProblems problems) {
    List<SweepVariant> understood = new ArrayList<>();
    variants.forEach(
        text -> SweepVariant.of(text, typed.command(), problems).ifPresent(understood::add));
    if (variants.size() == 1 && understood.size() == 1) {
      problems.invalid(
          VARIANT, variants.get(0), "two or more; for a single run, give its options directly");
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < understood.size(); i++) {
      String name = understood.get(i).name().orElse("v" + i);
      if (!names.add(name)) {
        problems.invalid(VARIANT, name, "each with a different name");
      }
    }
    return understood;
  }

  /** Returns the combinations of the values of lists, or reports why there are none. */
  List<Map<SweptOption, String>> pointsOf(
      Map<SweptOption, List<String>> lists, OptionProblems problems) {
    if (!variants.isEmpty()) {
      if (!lists.isEmpty()) {
        problems.add("Invalid " + VARIANT + ": not with lists of values (leave out one)");
      }
      problems.needs(TYPE, type, "lists of values, such as --concurrency 1,2,4");
      return List.of();
    }
    if (type == null || type.equalsIgnoreCase("grid")) {
      return Sweep.grid(lists, "runs", problems);
    }
    if (type.equalsIgnoreCase("zip")) {
      return zipped(lists, problems);
    }
    problems.invalid(TYPE, type, "grid or zip");
    return List.of();
  }

  private static List<Map<SweptOption, String>> zipped(
      Map<SweptOption, List<String>> lists, OptionProblems problems) {
    int size = lists.values().iterator().next().size();
    if (lists.values().stream().anyMatch(list -> list.size() != size)) {
      String lengths =
          lists.entrySet().stream()
              .map(list -> list.getKey().option() + " has " + list.getValue().size())
              .collect(Collectors.joining(", "));
      problems.invalid(TYPE, "zip", "lists of equal length: " + lengths);
      return List.of();
    }
    return Sweep.zipped(lists, size);
  }

  /** Returns the order, or reports an invalid one and returns the default. */
  Sweep.Order order(OptionProblems problems) {
    for (Sweep.Order order : Sweep.Order.values()) {
      if (mode != null && order.word().equalsIgnoreCase(mode)) {
        return order;
      }
    }
    if (mode != null) {
      problems.invalid(MODE, mode, "repeated or independent");
    }
    return Sweep.Order.REPEATED;
  }

  /** Returns whether all cells use the same seed. */
  boolean sameSeed(OptionProblems problems) {
    if (sameSeed && noSameSeed) {
      problems.add("Invalid " + NO_SAME_SEED + ": not with " + SAME_SEED);
    }
    return sameSeed;
  }

  Duration cooldown(OptionProblems problems) {
    if (cooldown != null) {
      cooldown.check(problems);
    }
    return Duration.ofNanos(OptionValue.of(cooldown).orElse(0L));
  }

  /** Reports options that have no effect on a single run. */
  void refuse(OptionProblems problems) {
    String lists = "lists of values, such as --concurrency 1,2,4, or variants";
    problems.needs(TYPE, type, lists);
    problems.needs(COOLDOWN, cooldown, lists);
    problems.needs(MODE, mode, lists);
    problems.needs(SAME_SEED, sameSeed, lists);
    problems.needs(NO_SAME_SEED, noSameSeed, lists);
  }
}
