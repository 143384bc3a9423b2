package io.longhaul.pipeline.slice;

import io.longhaul.wire.PlanFacts;
import java.util.List;

/**
 * When each stage of the rates has its turn, counted from the run's start. Figures of a stage
 * divide by its own time. Immutable.
 */
public final class StageTimes {
  private static final String PREFIX = "stage=";

  private final List<Long> durationsNanos;

  /** Length of all stages together when they repeat, else 0. */
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
   * The stages of a plan; none when slices are not told apart by stage.
   *
   * @throws IllegalArgumentException when a duration is not positive, or all are too long together
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
   * For how much of a stretch of the run a label set has its turn: of a stage its own time, of
   * anything else all of it.
   *
   * @param fromNanos since the run's start
   * @param toNanos since the run's start
   */
  public long nanosWithin(String labelSet, long fromNanos, long toNanos) {
    int stage = stageOf(labelSet);
    return stage < 0 ? toNanos - fromNanos : until(stage, toNanos) - until(stage, fromNanos);
  }

  /** From 0; -1 when it is no stage whose time is known. */
  private int stageOf(String labelSet) {
    for (int stage = 0; stage < durationsNanos.size(); stage++) {
      if (labelSet.equals(PREFIX + (stage + 1))) {
        return stage;
      }
    }
    return -1;
  }

  /** How long a stage has had its turn until then. */
  private long until(int stage, long nanos) {
    long stageStart = sum(durationsNanos.subList(0, stage));
    long duration = durationsNanos.get(stage);
    long whole = cycleNanos == 0 ? 0 : nanos / cycleNanos * duration;
    long rest = cycleNanos == 0 ? nanos : nanos % cycleNanos;
    return whole + Math.min(duration, Math.max(0, rest - stageStart));
  }
}
