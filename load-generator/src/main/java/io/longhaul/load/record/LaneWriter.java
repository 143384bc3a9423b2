package io.longhaul.load.record;

import io.longhaul.load.publish.LanePublisher;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Dropped;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Gives each event of a lane its seq and hands it out. What could not be handed out is declared by
 * a {@code Dropped} as soon as there is room again, before anything else. For the lane's one
 * thread.
 */
final class LaneWriter {
  /** What {@link #write} returns for an event that was lost. */
  static final long REJECTED = -1;

  private static final String NO_ROOM = "no room for unsent events";
  private static final String NOT_TAKEN = "not taken by the broker";
  private static final String RING_OVERRUN = "the recording thread was overrun";

  private final String runId;
  private final String laneId;
  private final LanePublisher publisher;
  private final EventCodecs codecs = new EventCodecs();

  private long nextSeq;
  private long droppedEvents;

  /**
   * The range of refused seqs that is not declared yet; none when it has no requests and events.
   */
  private long rejectedFromSeq;

  private long rejectedEvents;
  private long rejectedFragments;

  LaneWriter(String runId, String laneId, LanePublisher publisher) {
    this.runId = runId;
    this.laneId = laneId;
    this.publisher = publisher;
  }

  /** Returns the event's seq, or {@link #REJECTED}. */
  long write(EventKind kind, SpecificRecordBase event) {
    declareRejected();
    long seq = offer(kind, event);
    if (seq == REJECTED && kind == EventKind.REQUEST_FRAGMENT) {
      rejectedFragments++;
    }
    return seq;
  }

  /**
   * Declares records that were taken and then lost.
   *
   * @return whether there were any
   */
  boolean declareLost() {
    boolean any = false;
    for (long seq : publisher.takeLost()) {
      any = true;
      droppedEvents++;
      write(EventKind.DROPPED, new Dropped(seq, seq, NOT_TAKEN, 0L));
    }
    return any;
  }

  /** Declares that a request's facts found no room in the ring: there is no record to name. */
  void declareOverrun() {
    droppedEvents++;
    declareRejected();
    offer(EventKind.DROPPED, new Dropped(nextSeq, nextSeq, RING_OVERRUN, 1L));
  }

  private void declareRejected() {
    if (rejectedEvents == 0) {
      return;
    }
    long lastRefused = rejectedFromSeq + rejectedEvents - 1;
    Dropped declaration = new Dropped(rejectedFromSeq, lastRefused, NO_ROOM, rejectedFragments);
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

  /** Every smaller seq was acknowledged, or is lost and declared. */
  long ackedBelow() {
    return publisher.ackedBelow();
  }

  long unacked() {
    return publisher.unacked();
  }

  /** Running total of events that were lost in this process. */
  long droppedEvents() {
    return droppedEvents;
  }
}
