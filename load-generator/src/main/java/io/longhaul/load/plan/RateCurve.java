package io.longhaul.load.plan;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How many requests arrive per second over the time of a phase: stages, one after the other.
 *
 * @param stages at least one, with at least one arrival to expect among them
 * @param repeats whether the first stage follows the last one; else no request arrives after it
 */
public record RateCurve(List<RateStage> stages, boolean repeats) {
  public RateCurve {
    stages = List.copyOf(stages);
  }

  /** One rate for the whole phase. */
  public static RateCurve level(double perSecond) {
    return new RateCurve(List.of(RateStage.level(perSecond, RateStage.WITHOUT_END)), false);
  }

  /** A rate that rises evenly for a time and then stays. */
  public static RateCurve ramp(double fromPerSecond, double toPerSecond, long rampNanos) {
    return new RateCurve(
        List.of(
            RateStage.line(fromPerSecond, toPerSecond, rampNanos),
            RateStage.level(toPerSecond, RateStage.WITHOUT_END)),
        false);
  }

  /** How long the stages last together, or {@link RateStage#WITHOUT_END}. */
  public long durationNanos() {
    if (repeats || last().durationNanos() == RateStage.WITHOUT_END) {
      return RateStage.WITHOUT_END;
    }
    return stageNanos();
  }

  private long stageNanos() {
    return stages.stream().mapToLong(RateStage::durationNanos).sum();
  }

  /** Which stage it is at so many nanoseconds after the start, from 0; behind the last the last. */
  public int stageAt(long nanos) {
    long left = repeats ? nanos % stageNanos() : nanos;
    int stage = 0;
    while (stage < stages.size() - 1 && left >= stages.get(stage).durationNanos()) {
      left -= stages.get(stage).durationNanos();
      stage++;
    }
    return stage;
  }

  /** The rate at which it stays in the end, if it does. */
  public OptionalDouble finalPerSecond() {
    return last().durationNanos() == RateStage.WITHOUT_END
        ? OptionalDouble.of(last().toPerSecond())
        : OptionalDouble.empty();
  }

  /** Whether it is one rate from beginning to end. */
  public boolean isLevel() {
    return stages.size() == 1 && finalPerSecond().isPresent();
  }

  private RateStage last() {
    return stages.get(stages.size() - 1);
  }

  void check(String of, Problems problems) {
    if (stages.isEmpty()) {
      problems.add("Invalid " + of + "request rate: no stages (give at least one)");
      return;
    }
    if (isLevel()) {
      double perSecond = last().toPerSecond();
      if (!(perSecond > 0 && Double.isFinite(perSecond))) {
        problems.invalid(of + "request rate", perSecond, "more than 0 requests per second");
      }
      return;
    }
    stages.forEach(stage -> stage.check(of, problems));
    boolean lastsForever =
        stages.subList(0, repeats ? stages.size() : stages.size() - 1).stream()
            .anyMatch(stage -> stage.durationNanos() == RateStage.WITHOUT_END);
    if (lastsForever) {
      problems.add(
          "Invalid " + of + "stage of rates: nothing follows one that never ends (bound it)");
    }
    if (stages.stream().allMatch(stage -> stage.toPerSecond() == 0 && stage.fromPerSecond() == 0)) {
      problems.invalid(of + "request rate", 0, "more than 0 requests per second");
    }
  }
}
