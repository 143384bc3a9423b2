package io.longhaul.pipeline.lane;

import io.longhaul.schema.EventKind;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A record of a lane that counts and could be decoded.
 *
 * @param payload as it stood in the log
 * @param latestEpochNanos no fact of it can be later: the broker had it by then, give or take the
 *     clocks
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes on their way; events are never compared.
record Event(
    EventKind kind, long seq, SpecificRecordBase record, byte[] payload, long latestEpochNanos) {

  /**
   * @throws IllegalArgumentException when the moment lies in the future of the log
   */
  void requireNotLater(long epochNanos) {
    if (epochNanos > latestEpochNanos) {
      throw new IllegalArgumentException(
          "Invalid time: "
              + epochNanos
              + " (at most an hour after the broker's own, "
              + latestEpochNanos
              + ")");
    }
  }
}
