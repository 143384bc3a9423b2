package io.longhaul.load.plan.load;

import io.longhaul.load.plan.check.Problems;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The request rate over the time of a phase: a sequence of stages.
 *
 * @param stages at least one stage; at least one of them has a rate above 0
 * @param repeats whether the first stage follows the last one; otherwise no request is sent after
 *     the last stage
 */
public record RateCurve(List<RateStage> stages, boolean repeats) {
  public RateCurve {
    stages = List.copyOf(stages);
  }

  /** Returns a constant rate for the whole phase. */
  public static RateCurve level(double perSecond) {
    return new RateCurve(List.of(RateStage.level(perSecond, RateStage.WITHOUT_END)), false);
  }

  /** Returns a rate that changes linearly and then stays constant. */
  public static RateCurve ramp(double fromPerSecond, double toPerSecond, long rampNanos) {
    return new RateCurve(
        List.of(
            RateStage.line(fromPerSecond, toPerSecond, rampNanos),
            RateStage.level(toPerSecond, RateStage.WITHOUT_END)),
        false);
  }

  /** Returns the total duration of the stages, or {@link RateStage#WITHOUT_END}. */
  public long durationNanos() {
    if (repeats || last().durationNanos() == RateStage.WITHOUT_END) {
      return RateStage.WITHOUT_END;
    }
    return stageNanos();
  }

  private long stageNanos() {
    return stages.stream().mapToLong(RateStage::durationNanos).sum();
  }

  /**
   * Returns the index of the stage at this time since the start; after the last stage, the last.
   */
  public int stageAt(long nanos) {
    long left = repeats ? nanos % stageNanos() : nanos;
    int stage = 0;
    while (stage < stages.size() - 1 && left >= stages.get(stage).durationNanos()) {
      left -= stages.get(stage).durationNanos();
      stage++;
    }
    return stage;
  }

  /** Returns the rate of a last stage without an end, or empty if the stages end or repeat. */
  public OptionalDouble finalPerSecond() {
    return last().durationNanos() == RateStage.WITHOUT_END
        ? OptionalDouble.of(last().toPerSecond())
        : OptionalDouble.empty();
  }

  /** Returns whether the rate is constant for the whole phase. */
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
      problems.requireMoreThanZero(
          of + "request rate", perSecond, "more than 0 requests per second");
      return;
    }
    stages.forEach(stage -> stage.check(of, problems));
    boolean lastsForever =
        stages.subList(0, repeats ? stages.size() : stages.size() - 1).stream()
            .anyMatch(stage -> stage.durationNanos() == RateStage.WITHOUT_END);
    if (lastsForever) {
      problems.add(
          "Invalid "
              + of
              + "stage of rates: another stage follows one without an end (set its duration)");
    }
    if (stages.stream().allMatch(stage -> stage.toPerSecond() == 0 && stage.fromPerSecond() == 0)) {
      problems.invalid(of + "request rate", 0, "more than 0 requests per second");
    }
  }
}
