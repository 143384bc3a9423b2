package io.longhaul.cli.run;

import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.SliceFigures;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Stop condition that is met if neither a chunk nor a valid response arrives in time. The time
 * starts with the slice in which the first request was sent or failed, because a recorded trace may
 * start late. Without streaming, a slow server looks like a dead one; then at least one request
 * must also have failed. Not thread-safe.
 */
public final class FirstResponseCondition {
  private final long timeoutNanos;
  private final boolean streamed;
  private long nextSlice;
  private OptionalLong firstRequestEpochNanos = OptionalLong.empty();
  private long sent;
  private long failed;
  private boolean decided;

  /**
   * @param timeoutNanos maximum time without a response
   * @param streamed whether responses are streamed
   */
  public FirstResponseCondition(long timeoutNanos, boolean streamed) {
    this.timeoutNanos = timeoutNanos;
    this.streamed = streamed;
  }

  /**
   * Adds the next finished slice.
   *
   * @return the condition in words if the time has passed without a response
   */
  public Optional<String> onSlice(SliceRow slice) {
    boolean answered = slice.getValidRequests() > 0 || slice.getChunksArrived() > 0;
    // After a missing slice nothing is known: it may have contained a response.
    if (decided || answered || slice.getSliceIndex() != nextSlice) {
      decided = true;
      return Optional.empty();
    }
    nextSlice++;
    sent += slice.getRequestsSent();
    failed += SliceFigures.errors(slice);
    if (firstRequestEpochNanos.isEmpty() && sent + failed > 0) {
      firstRequestEpochNanos = OptionalLong.of(slice.getStartEpochNs());
    }
    if (firstRequestEpochNanos.isEmpty()
        || slice.getEndEpochNs() - firstRequestEpochNanos.getAsLong() < timeoutNanos) {
      return Optional.empty();
    }
    decided = true;
    if (failed == 0 && !streamed) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "no valid response arrived within the first %s s, and %,d %s failed",
            BigDecimal.valueOf(timeoutNanos, 9).stripTrailingZeros().toPlainString(),
            failed,
            failed == 1 ? "request" : "requests"));
  }
}
