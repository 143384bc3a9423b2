package io.longhaul.pipeline.slice;

import io.longhaul.wire.PlanFacts;
import java.util.List;

/**
 * The times of the rate stages, relative to the run's start. Figures of a stage are divided by its
 * own time. Immutable.
 */
public final class StageTimes {
  private static final String PREFIX = "stage=";

  private final List<Long> durationsNanos;

  /** Total duration of all stages if they repeat, else 0. */
  private final long cycleNanos;

  private StageTimes(List<Long> durationsNanos, boolean repeat) {
    if (durationsNanos.stream().anyMatch(nanos -> nanos <= 0)) {
      throw new IllegalArgumentException(
          "Invalid stage durations: " + durationsNanos + " ns (each more than 0)");
    }
    this.durationsNanos = List.copyOf(durationsNanos);
    this.cycleNanos = repeat ? sum(durationsNanos) : 0;
    if (!durationsNanos.isEmpty()) {
      sum(durationsNanos.subList(0, durationsNanos.size() - 1));
    }
  }

  /**
   * Returns the stages of a plan; none if slices are not split by stage.
   *
   * @throws IllegalArgumentException if a duration is not positive, or the sum is too large
   */
  public static StageTimes of(PlanFacts plan) {
    return new StageTimes(plan.getStageDurationsNs(), plan.getStagesRepeat());
  }

  private static long sum(List<Long> durationsNanos) {
    try {
      return durationsNanos.stream().reduce(0L, Math::addExact);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "Invalid stage durations: " + durationsNanos + " ns (too long together)", e);
    }
  }

  /**
   * Returns the time for which a label set applies within a span of the run: for a stage the time
   * of the stage, for other label sets the whole span.
   *
   * @param fromNanos start of the span, relative to the run's start
   * @param toNanos end of the span, relative to the run's start
   */
  public long nanosWithin(String labelSet, long fromNanos, long toNanos) {
    int stage = stageOf(labelSet);
    return stage < 0 ? toNanos - fromNanos : until(stage, toNanos) - until(stage, fromNanos);
  }

  /**
   * Returns the index of the stage, from 0; -1 if the label set is not a stage with a known time.
   */
  private int stageOf(String labelSet) {
    for (int stage = 0; stage < durationsNanos.size(); stage++) {
      if (labelSet.equals(PREFIX + (stage + 1))) {
        return stage;
      }
    }
    return -1;
  }

  /** Returns the total time of a stage up to a time. */
  private long until(int stage, long nanos) {
    long stageStart = sum(durationsNanos.subList(0, stage));
    long duration = durationsNanos.get(stage);
    long whole = cycleNanos == 0 ? 0 : nanos / cycleNanos * duration;
    long rest = cycleNanos == 0 ? nanos : nanos % cycleNanos;
    return whole + Math.min(duration, Math.max(0, rest - stageStart));
  }
}
