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
  static final long REFUSED = -1;

  private static final String NO_ROOM = "no room for unsent events";
  private static final String NOT_TAKEN = "not taken by the broker";
  private static final String RING_OVERRUN = "the recording thread was overrun";

  private final String runId;
  private final String laneId;
  private final LanePublisher outlet;
  private final EventCodecs codecs = new EventCodecs();

  private long nextSeq;
  private long droppedEvents;

  /**
   * The range of refused seqs that is not declared yet; none when it has no requests and events.
   */
  private long refusedFromSeq;

  private long refusedEvents;
  private long refusedFragments;

  LaneWriter(String runId, String laneId, LanePublisher outlet) {
    this.runId = runId;
    this.laneId = laneId;
    this.outlet = outlet;
  }

  /** Returns the event's seq, or {@link #REFUSED}. */
  long write(EventKind kind, SpecificRecordBase event) {
    declareRefused();
    long seq = offer(kind, event);
    if (seq == REFUSED && kind == EventKind.REQUEST_FRAGMENT) {
      refusedFragments++;
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
    for (long seq : outlet.takeLost()) {
      any = true;
      droppedEvents++;
      write(EventKind.DROPPED, new Dropped(seq, seq, NOT_TAKEN, 0L));
    }
    return any;
  }

  /** Declares that a request's facts found no room in the ring: there is no record to name. */
  void declareOverrun() {
    droppedEvents++;
    declareRefused();
    offer(EventKind.DROPPED, new Dropped(nextSeq, nextSeq, RING_OVERRUN, 1L));
  }

  private void declareRefused() {
    if (refusedEvents == 0) {
      return;
    }
    long lastRefused = refusedFromSeq + refusedEvents - 1;
    Dropped declaration = new Dropped(refusedFromSeq, lastRefused, NO_ROOM, refusedFragments);
    if (offer(EventKind.DROPPED, declaration) != REFUSED) {
      refusedEvents = 0;
      refusedFragments = 0;
    }
  }

  private long offer(EventKind kind, SpecificRecordBase event) {
    long seq = nextSeq++;
    byte[] key = RecordKey.event(runId, laneId, kind, seq).toBytes();
    if (outlet.offer(seq, key, codecs.encode(kind, event))) {
      return seq;
    }
    if (refusedEvents == 0) {
      refusedFromSeq = seq;
    }
    refusedEvents++;
    droppedEvents++;
    return REFUSED;
  }

  /** Every smaller seq was acknowledged, or is lost and declared. */
  long ackedBelow() {
    return outlet.ackedBelow();
  }

  long unacked() {
    return outlet.unacked();
  }

  /** Running total of events that were lost in this process. */
  long droppedEvents() {
    return droppedEvents;
  }
}
