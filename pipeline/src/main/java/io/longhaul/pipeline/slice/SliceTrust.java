package io.longhaul.pipeline.slice;

import io.longhaul.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides whether a slice can be trusted: whether the measuring machine was late, paused, short of
 * CPU, slow to record or losing events. The initial limits are those of Hyperfoil.
 */
public final class SliceTrust {
  private static final long MAX_PAUSE_NANOS = 100_000_000;
  private static final double MIN_IDLE_RATIO = 0.2;
  private static final long MAX_SEND_LAG_NANOS = 5_000_000;
  private static final long MAX_RECORDER_WAIT_NANOS = 10_000_000;

  /** More lag is allowed if time to first token is so long that the lag is negligible. */
  private static final double MAX_SEND_LAG_OF_MEDIAN_TTFT = 0.01;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String LOST_BEFORE = "lane ";
  private static final String LOST_AFTER = " was lost";

  private SliceTrust() {}

  /** Returns the reasons why the slice cannot be trusted; empty if it can. */
  public static List<String> problems(SlicePart slice) {
    List<String> problems = new ArrayList<>();
    SliceQuality quality = slice.quality();
    if (quality.pauseMaxNanos() > MAX_PAUSE_NANOS) {
      problems.add(
          "a generator paused for %s ms, at most %s allowed"
              .formatted(millis(quality.pauseMaxNanos()), millis(MAX_PAUSE_NANOS)));
    }
    if (quality.hostIdleMinRatio() < MIN_IDLE_RATIO) {
      problems.add(
          String.format(
              Locale.ROOT,
              "machine busy: %.0f %% idle, at least %.0f wanted",
              100 * quality.hostIdleMinRatio(),
              100 * MIN_IDLE_RATIO));
    }
    long maxSendLag = maxSendLagNanos(slice);
    if (quality.sendLagP99Nanos() > maxSendLag) {
      problems.add(
          "requests sent late: p99 %s ms, at most %s allowed"
              .formatted(millis(quality.sendLagP99Nanos()), millis(maxSendLag)));
    }
    if (slice.count(Count.RECORDER_WAIT_NANOS) > MAX_RECORDER_WAIT_NANOS) {
      problems.add(
          "due requests waited for the recording of responses: %s ms, at most %s allowed"
              .formatted(
                  millis(slice.count(Count.RECORDER_WAIT_NANOS)), millis(MAX_RECORDER_WAIT_NANOS)));
    }
    if (slice.count(Count.DROPPED_EVENTS) > 0) {
      problems.add(slice.count(Count.DROPPED_EVENTS) + " events dropped");
    }
    for (String lane : quality.lostLanes()) {
      problems.add(LOST_BEFORE + lane + LOST_AFTER);
    }
    return problems;
  }

  /** Returns the lane that a reason names as lost; empty for other reasons. */
  public static Optional<String> lostLane(String problem) {
    return problem.startsWith(LOST_BEFORE) && problem.endsWith(LOST_AFTER)
        ? Optional.of(
            problem.substring(LOST_BEFORE.length(), problem.length() - LOST_AFTER.length()))
        : Optional.empty();
  }

  private static long maxSendLagNanos(SlicePart slice) {
    double median =
        slice
            .distribution(Metric.TIME_TO_FIRST_TOKEN)
            .map(values -> values.percentile(50))
            .orElse(0.0);
    return Math.max(MAX_SEND_LAG_NANOS, Math.round(MAX_SEND_LAG_OF_MEDIAN_TTFT * median));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
  }
}
