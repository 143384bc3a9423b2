package io.longhaul.cli.options;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How lists of values become runs. */
final class SweepOptions {
  static final String TYPE = "--sweep-type";
  static final String COOLDOWN = "--parameter-sweep-cooldown-seconds";
  static final String SAME_SEED = "--parameter-sweep-same-seed";

  @Option(
      names = TYPE,
      paramLabel = "TYPE",
      description =
          "How several lists of values, as in --concurrency 1,2,4, make runs: grid, each value with"
              + " each other; or zip, the first with the first. Default: grid")
  String type;

  @Option(
      names = COOLDOWN,
      paramLabel = "S",
      description = "Wait so long between two of them. Default: 0")
  String cooldown;

  @Option(
      names = SAME_SEED,
      description = "Ask the same in all of them; otherwise each has a seed one higher.")
  boolean sameSeed;

  /** Whether values go together one by one; empty when nobody can tell. */
  Optional<Boolean> zips(OptionProblems problems) {
    if (type == null || type.equalsIgnoreCase("grid")) {
      return Optional.of(false);
    }
    if (type.equalsIgnoreCase("zip")) {
      return Optional.of(true);
    }
    problems.invalid(TYPE, type, "grid or zip");
    return Optional.empty();
  }

  Duration cooldown(Numbers numbers) {
    return Duration.ofNanos(numbers.secondsFromZero(COOLDOWN, cooldown).orElse(0));
  }

  /** Of a single run these say nothing. */
  void refuse(OptionProblems problems) {
    String lists = "lists of values, such as --concurrency 1,2,4";
    if (type != null) {
      problems.needs(TYPE, type, lists);
    }
    if (cooldown != null) {
      problems.needs(COOLDOWN, cooldown, lists);
    }
    if (sameSeed) {
      problems.add("Invalid " + SAME_SEED + ": it needs " + lists);
    }
  }
}
