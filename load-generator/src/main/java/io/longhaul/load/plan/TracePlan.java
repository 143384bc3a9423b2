package io.longhaul.load.plan;

/**
 * How a trace is read, and which times of a file a fixed schedule keeps; with other prompts it
 * means nothing.
 *
 * @param blockTokens tokens of the block that one hash id stands for
 * @param speedup recorded times are divided by this
 * @param autoOffset whether the replay begins with the first recorded time
 * @param startOffsetNanos the replay begins at this recorded time, and what is earlier is left out;
 *     null for none. Before the speed-up
 * @param endOffsetNanos what was recorded later is left out; null for none
 * @param mostInputTokens requests with a longer prompt are left out; null for none
 * @param mostOutputTokens limits of answers are cut down to this; null for none
 */
public record TracePlan(
    int blockTokens,
    double speedup,
    boolean autoOffset,
    @Nullable Long startOffsetNanos,
    @Nullable Long endOffsetNanos,
    @Nullable Integer mostInputTokens,
    @Nullable Integer mostOutputTokens) {

  /** All of it, from its first time, as it was recorded. */
  public static final TracePlan WHOLE = new TracePlan(512, 1, true, null, null, null, null);

  /** Whether what was recorded at this time is replayed; null, for no time, is. */
  public boolean isWithinOffsets(Long recordedNanos) {
    boolean isEarly =
        recordedNanos != null && startOffsetNanos != null && recordedNanos < startOffsetNanos;
    boolean isLate =
        recordedNanos != null && endOffsetNanos != null && recordedNanos > endOffsetNanos;
    return !isEarly && !isLate;
  }

  /**
   * A recorded time in nanoseconds since the start of the replay.
   *
   * @param firstNanos the first recorded time of all that is replayed
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
    if (!(speedup > 0 && Double.isFinite(speedup))) {
      problems.invalid("speedup ratio", speedup, "more than 0");
    }
    if (startOffsetNanos != null && endOffsetNanos != null && startOffsetNanos > endOffsetNanos) {
      problems.invalid(
          "fixed schedule",
          startOffsetNanos / 1_000_000 + " ms to " + endOffsetNanos / 1_000_000 + " ms",
          "its start offset must not be after its end offset");
    }
  }
}
