package io.longhaul.load.plan.dataset;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;

/**
 * How a trace is read, and which times of a file a fixed schedule uses. Ignored with other prompts.
 *
 * @param blockTokens the number of tokens that one hash ID represents
 * @param speedup the factor by which recorded times are divided
 * @param autoOffset whether the replay starts at the first recorded time
 * @param startOffsetNanos the recorded time at which the replay starts, before the speed-up;
 *     earlier requests are skipped; null for none
 * @param endOffsetNanos requests that were recorded later are skipped; null for none
 * @param mostInputTokens requests with a longer prompt are skipped; null for none
 * @param mostOutputTokens the maximum to which recorded output lengths are reduced; null for none
 */
public record TracePlan(
    int blockTokens,
    double speedup,
    boolean autoOffset,
    @Nullable Long startOffsetNanos,
    @Nullable Long endOffsetNanos,
    @Nullable Integer mostInputTokens,
    @Nullable Integer mostOutputTokens) {

  /** All requests, starting at the first recorded time, at the recorded speed. */
  public static final TracePlan WHOLE = new TracePlan(512, 1, true, null, null, null, null);

  /**
   * Returns whether a request with this recorded time is replayed; so is one without a time (null).
   */
  public boolean isWithinOffsets(@Nullable Long recordedNanos) {
    boolean isEarly =
        recordedNanos != null && startOffsetNanos != null && recordedNanos < startOffsetNanos;
    boolean isLate =
        recordedNanos != null && endOffsetNanos != null && recordedNanos > endOffsetNanos;
    return !isEarly && !isLate;
  }

  /**
   * Converts a recorded time to nanoseconds since the start of the replay.
   *
   * @param firstNanos the first recorded time that is replayed
   */
  public long sinceStart(long recordedNanos, long firstNanos) {
    long zero = 0;
    if (startOffsetNanos != null) {
      zero = startOffsetNanos;
    } else if (autoOffset) {
      zero = firstNanos;
    }
    long sinceZero = recordedNanos - zero;
    return speedup == 1 ? sinceZero : StrictMath.round(sinceZero / speedup);
  }

  void check(Problems problems) {
    problems.requirePositive("block size", blockTokens, "tokens");
    problems.requireMoreThanZero("speedup ratio", speedup, "more than 0");
    if (startOffsetNanos != null && endOffsetNanos != null && startOffsetNanos > endOffsetNanos) {
      problems.invalid(
          "fixed schedule",
          startOffsetNanos / 1_000_000 + " ms to " + endOffsetNanos / 1_000_000 + " ms",
          "its start offset must not be after its end offset");
    }
  }
}
