package io.longhaul.cli.coordinator;

import io.longhaul.export.SliceRow;
import io.longhaul.sinks.report.SliceFigures;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * Waits for the first valid answer to a run's load, slice by slice. The time runs from the slice in
 * which the first request was sent or failed, so a recorded trace may begin late. When it is over,
 * a run without a valid answer, and without a part of one, has failed. Where answers do not come in
 * parts, a slow server looks like a dead one: there, at least one request must have failed. For one
 * thread.
 */
public final class FirstResponseCondition {
  private static final long NOT_YET = -1;

  private final long timeoutNanos;
  private final boolean streamed;
  private long nextSlice;
  private long firstRequestEpochNanos = NOT_YET;
  private long sent;
  private long failed;
  private boolean decided;

  /**
   * @param patienceNanos how long a run may go on without an answer
   * @param comesInParts whether answers are streamed
   */
  public FirstResponseCondition(long timeoutNanos, boolean streamed) {
    this.timeoutNanos = timeoutNanos;
    this.streamed = streamed;
  }

  /**
   * Takes the next finished slice.
   *
   * @return what to report when the time is over and no answer has come
   */
  public Optional<String> onSlice(SliceRow slice) {
    boolean answered = slice.getValidRequests() > 0 || slice.getChunksArrived() > 0;
    // A slice that was not read may have had an answer: then nothing is known.
    if (decided || answered || slice.getSliceIndex() != nextSlice) {
      decided = true;
      return Optional.empty();
    }
    nextSlice++;
    sent += slice.getRequestsSent();
    failed += SliceFigures.errors(slice);
    if (firstRequestEpochNanos == NOT_YET && sent + failed > 0) {
      firstRequestEpochNanos = slice.getStartEpochNs();
    }
    if (firstRequestEpochNanos == NOT_YET
        || slice.getEndEpochNs() - firstRequestEpochNanos < timeoutNanos) {
      return Optional.empty();
    }
    decided = true;
    if (failed == 0 && !streamed) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "no valid answer came within the first %s s, and %,d %s failed",
            BigDecimal.valueOf(timeoutNanos, 9).stripTrailingZeros().toPlainString(),
            failed,
            failed == 1 ? "request" : "requests"));
  }
}
