package io.longhaul.pipeline.slice;

import io.longhaul.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a slice can be trusted: was the measuring machine itself late, paused, starved or losing
 * events? The limits are Hyperfoil's to begin with.
 */
public final class SliceTrust {
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;
  private static final double LEAST_IDLE_RATIO = 0.2;
  private static final long SEND_LAG_ALLOWED_NANOS = 5_000_000;

  /** More lag is allowed where answers take so long that it does not show. */
  private static final double SEND_LAG_ALLOWED_OF_MEDIAN_TTFT = 0.01;

  private static final double NANOS_PER_MILLI = 1e6;

  private SliceTrust() {}

  /** Why the slice cannot be trusted, in words; empty when it can. */
  public static List<String> problems(SlicePart slice) {
    List<String> problems = new ArrayList<>();
    SliceQuality quality = slice.quality();
    if (quality.pauseMaxNanos() > LONGEST_PAUSE_NANOS) {
      problems.add(
          "a generator paused for %s ms, at most %s allowed"
              .formatted(millis(quality.pauseMaxNanos()), millis(LONGEST_PAUSE_NANOS)));
    }
    if (quality.hostIdleMinRatio() < LEAST_IDLE_RATIO) {
      problems.add(
          String.format(
              Locale.ROOT,
              "machine busy: %.0f %% idle, at least %.0f wanted",
              100 * quality.hostIdleMinRatio(),
              100 * LEAST_IDLE_RATIO));
    }
    long sendLagAllowed = sendLagAllowedNanos(slice);
    if (quality.sendLagP99Nanos() > sendLagAllowed) {
      problems.add(
          "requests sent late: p99 %s ms, at most %s allowed"
              .formatted(millis(quality.sendLagP99Nanos()), millis(sendLagAllowed)));
    }
    if (slice.count(Count.DROPPED_EVENTS) > 0) {
      problems.add(slice.count(Count.DROPPED_EVENTS) + " events dropped");
    }
    for (String lane : quality.lostLanes()) {
      problems.add("lane " + lane + " was lost");
    }
    return problems;
  }

  private static long sendLagAllowedNanos(SlicePart slice) {
    double median =
        slice
            .distribution(Metric.TIME_TO_FIRST_TOKEN)
            .map(values -> values.percentile(50))
            .orElse(0.0);
    return Math.max(SEND_LAG_ALLOWED_NANOS, Math.round(SEND_LAG_ALLOWED_OF_MEDIAN_TTFT * median));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
  }
}
