package io.longhaul.load.record;

import io.longhaul.load.publish.LanePublisher;
import io.longhaul.load.time.ProcessHealth;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Dropped;
import io.longhaul.wire.Health;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Assigns sequence numbers to the events of a lane and passes them to its publisher. Rejected
 * events are declared by a {@code Dropped} event as soon as there is space again, before any other
 * event. For the lane's one thread.
 */
final class LaneWriter {
  /** The result of {@link #write} for an event that was lost. */
  static final long REJECTED = -1;

  private static final String BUFFER_FULL = "no room for unsent events";
  private static final String BROKER_REJECTED = "not taken by the broker";
  private static final String RING_FULL = "the recording thread was overrun";

  private final String runId;
  private final String laneId;
  private final LanePublisher publisher;
  private final EventCodecs codecs = new EventCodecs();

  private long nextSeq;
  private long droppedEvents;

  /**
   * Start of the range of rejected sequence numbers that is not declared yet. The range is empty if
   * {@code rejectedEvents} is 0.
   */
  private long rejectedFromSeq;

  private long rejectedEvents;
  private long rejectedFragments;

  LaneWriter(String runId, String laneId, LanePublisher publisher) {
    this.runId = runId;
    this.laneId = laneId;
    this.publisher = publisher;
  }

  /** Writes an event. Returns its sequence number, or {@link #REJECTED}. */
  long write(EventKind kind, SpecificRecordBase event) {
    declareRejected();
    long seq = offer(kind, event);
    if (seq == REJECTED && kind == EventKind.REQUEST_FRAGMENT) {
      rejectedFragments++;
    }
    return seq;
  }

  /**
   * Declares records that were accepted and then lost.
   *
   * @return whether there were any
   */
  boolean declareLost() {
    boolean any = false;
    for (long seq : publisher.takeLost()) {
      any = true;
      droppedEvents++;
      write(EventKind.DROPPED, new Dropped(seq, seq, BROKER_REJECTED, 0L));
    }
    return any;
  }

  /** Declares that the ring had no space for facts of a request. There is no record to name. */
  void declareOverrun() {
    droppedEvents++;
    declareRejected();
    offer(EventKind.DROPPED, new Dropped(nextSeq, nextSeq, RING_FULL, 1L));
  }

  private void declareRejected() {
    if (rejectedEvents == 0) {
      return;
    }
    long lastRejected = rejectedFromSeq + rejectedEvents - 1;
    Dropped declaration =
        new Dropped(rejectedFromSeq, lastRejected, BUFFER_FULL, rejectedFragments);
    if (offer(EventKind.DROPPED, declaration) != REJECTED) {
      rejectedEvents = 0;
      rejectedFragments = 0;
    }
  }

  private long offer(EventKind kind, SpecificRecordBase event) {
    long seq = nextSeq++;
    byte[] key = RecordKey.event(runId, laneId, kind, seq).toBytes();
    if (publisher.offer(seq, key, codecs.encode(kind, event))) {
      return seq;
    }
    if (rejectedEvents == 0) {
      rejectedFromSeq = seq;
    }
    rejectedEvents++;
    droppedEvents++;
    return REJECTED;
  }

  /** Returns the parts of the process's health that lanes of all kinds report. */
  Health.Builder newHealth(ProcessHealth process) {
    return Health.newBuilder()
        .setPauseMaxNs(process.pauseMaxNanos())
        .setGcPauseNs(process.gcPauseNanos())
        .setProcessCpuCores(process.processCpuCores())
        .setHostIdleRatio(
            process.hostIdleRatio().isPresent()
                ? (Double) process.hostIdleRatio().getAsDouble()
                : null)
        .setUnackedEvents(publisher.unacked())
        .setDroppedEvents(droppedEvents);
  }

  /** Returns a sequence number below which every record was acknowledged, or lost and declared. */
  long ackedBelow() {
    return publisher.ackedBelow();
  }

  /** Returns how many events this process has lost so far. */
  long droppedEvents() {
    return droppedEvents;
  }
}
