package io.longhaul.pipeline.slice;

import io.longhaul.metrics.Metric;
import io.longhaul.pipeline.slice.TrustProblem.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides whether a slice can be trusted: whether the measuring machine was late, paused, short of
 * CPU, slow to record or losing events. The initial limits are those of Hyperfoil.
 */
public final class SliceTrust {
  private static final long MAX_PAUSE_NANOS = 100_000_000;
  private static final double MIN_IDLE_RATIO = 0.2;
  private static final long MAX_SEND_LAG_NANOS = 5_000_000;

  /** In the interval of a heartbeat, which is about a second. */
  private static final long MAX_RECORDER_WAIT_NANOS = 10_000_000;

  /** More lag is allowed if time to first token is so long that the lag is negligible. */
  private static final double MAX_SEND_LAG_OF_MEDIAN_TTFT = 0.01;

  private SliceTrust() {}

  /** Returns the reasons why the slice cannot be trusted; empty if it can. */
  public static List<TrustProblem> problems(SlicePart slice) {
    List<TrustProblem> problems = new ArrayList<>();
    SliceQuality quality = slice.quality();
    if (quality.pauseMaxNanos() > MAX_PAUSE_NANOS) {
      problems.add(
          TrustProblem.of(Code.GENERATOR_PAUSED, quality.pauseMaxNanos(), MAX_PAUSE_NANOS));
    }
    if (quality.hostIdleMinRatio() < MIN_IDLE_RATIO) {
      problems.add(TrustProblem.of(Code.MACHINE_BUSY, quality.hostIdleMinRatio(), MIN_IDLE_RATIO));
    }
    long maxSendLag = maxSendLagNanos(slice);
    if (quality.sendLagP99Nanos() > maxSendLag) {
      problems.add(TrustProblem.of(Code.SENT_LATE, quality.sendLagP99Nanos(), maxSendLag));
    }
    long recorderWait = quality.recorderWaitMaxNanos();
    if (recorderWait > MAX_RECORDER_WAIT_NANOS) {
      problems.add(TrustProblem.of(Code.RECORDER_WAITED, recorderWait, MAX_RECORDER_WAIT_NANOS));
    }
    if (slice.count(Count.DROPPED_EVENTS) > 0) {
      problems.add(TrustProblem.of(Code.EVENTS_DROPPED, slice.count(Count.DROPPED_EVENTS), 0));
    }
    quality.lostLanes().forEach(lane -> problems.add(TrustProblem.ofLostLane(lane)));
    return problems;
  }

  private static long maxSendLagNanos(SlicePart slice) {
    double median =
        slice
            .distribution(Metric.TIME_TO_FIRST_TOKEN)
            .map(values -> values.percentile(50))
            .orElse(0.0);
    return Math.max(MAX_SEND_LAG_NANOS, Math.round(MAX_SEND_LAG_OF_MEDIAN_TTFT * median));
  }
}
