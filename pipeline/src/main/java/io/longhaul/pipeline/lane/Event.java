package io.longhaul.pipeline.lane;

import io.longhaul.schema.EventKind;
import io.longhaul.sinks.RejectionReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A decoded record of a lane that is not a duplicate.
 *
 * @param payload bytes of the record in the log
 * @param appendedEpochNanos time when the broker appended the record, by the broker's clock
 */
@SuppressWarnings("ArrayRecordComponent") // Events are never compared.
record Event(
    EventKind kind, long seq, SpecificRecordBase record, byte[] payload, long appendedEpochNanos) {

  /** An event is appended after it has happened, but clocks differ. */
  private static final long MAX_CLOCK_DIFFERENCE_NANOS = 3_600_000_000_000L;

  private static final double NANOS_PER_MINUTE = 60e9;

  /**
   * Checks a timestamp of this event against the append time.
   *
   * @throws IllegalArgumentException if the time is more than an hour ahead of the broker's clock
   */
  void requireNotAhead(long epochNanos) {
    long aheadNanos = epochNanos - appendedEpochNanos;
    if (aheadNanos > MAX_CLOCK_DIFFERENCE_NANOS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: %s is %.1f min ahead of the append time",
              RejectionReason.AHEAD_OF_KAFKA,
              Instant.EPOCH.plusNanos(epochNanos).truncatedTo(ChronoUnit.MILLIS),
              aheadNanos / NANOS_PER_MINUTE));
    }
  }
}
