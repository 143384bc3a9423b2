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

  private final long patienceNanos;
  private final boolean comesInParts;
  private long nextSlice;
  private long firstRequestEpochNanos = NOT_YET;
  private long sent;
  private long failed;
  private boolean isJudged;

  /**
   * @param patienceNanos how long a run may go on without an answer
   * @param comesInParts whether answers are streamed
   */
  public FirstResponseCondition(long patienceNanos, boolean comesInParts) {
    this.patienceNanos = patienceNanos;
    this.comesInParts = comesInParts;
  }

  /**
   * Takes the next finished slice.
   *
   * @return what to report when the time is over and no answer has come
   */
  public Optional<String> after(SliceRow slice) {
    boolean answered = slice.getValidRequests() > 0 || slice.getChunksArrived() > 0;
    // A slice that was not read may have had an answer: then nothing is known.
    if (isJudged || answered || slice.getSliceIndex() != nextSlice) {
      isJudged = true;
      return Optional.empty();
    }
    nextSlice++;
    sent += slice.getRequestsSent();
    failed += SliceFigures.errors(slice);
    if (firstRequestEpochNanos == NOT_YET && sent + failed > 0) {
      firstRequestEpochNanos = slice.getStartEpochNs();
    }
    if (firstRequestEpochNanos == NOT_YET
        || slice.getEndEpochNs() - firstRequestEpochNanos < patienceNanos) {
      return Optional.empty();
    }
    isJudged = true;
    if (failed == 0 && !comesInParts) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "no valid answer came within the first %s s, and %,d %s failed",
            BigDecimal.valueOf(patienceNanos, 9).stripTrailingZeros().toPlainString(),
            failed,
            failed == 1 ? "request" : "requests"));
  }
}
