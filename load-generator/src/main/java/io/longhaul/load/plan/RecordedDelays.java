package io.longhaul.load.plan;

/**
 * What becomes of the delays that files have for later turns; their times are a matter of the
 * schedule.
 *
 * @param ignored whether a later turn is due with the answer before it
 * @param mostNanos longer ones are cut down to this; null for none
 */
public record RecordedDelays(boolean ignored, @Nullable Long mostNanos) {

  /** As they stand in the file. */
  public static final RecordedDelays AS_THEY_ARE = new RecordedDelays(false, null);

  /**
   * How long after the answer before it a later turn is due.
   *
   * @param recordedNanos what the file says of it, or null
   */
  public long nanos(Long recordedNanos) {
    if (ignored || recordedNanos == null) {
      return 0;
    }
    return mostNanos == null ? recordedNanos : Math.min(recordedNanos, mostNanos);
  }

  void check(Problems problems) {
    if (mostNanos != null && mostNanos < 0) {
      problems.invalid("cap of recorded delays", mostNanos, "0 ns or more");
    }
  }
}
