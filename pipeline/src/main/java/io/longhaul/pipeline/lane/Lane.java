package io.longhaul.pipeline.lane;

import io.longhaul.export.LateRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.RejectedAndLateRows;
import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.types.UnreadableStateException;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import io.longhaul.wire.Dropped;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.RequestFragment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * One lane, from its first record to the closing of its run: decides for each record of its
 * partition whether it counts, is a duplicate, is late (behind the verdict) or is rejected, and
 * lets what counts take effect. All it knows is in the log, in the order of one partition, so every
 * reading comes to the same.
 *
 * <p>Mutable; the state of one key.
 */
final class Lane {
  private static final byte VERSION = 4;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long EVERYTHING = Long.MAX_VALUE;
  private static final byte[] NOTHING = {};

  /** How far a lane's story has come. The order is that of the stored form: only append. */
  private enum Life {
    OPEN,
    ENDED,
    LOST
  }

  private static final Life[] LIVES = Life.values();

  private final String topic;
  private final int partition;
  private final SequenceTracker book;
  private final RunSender run;

  /** As it stood in the log; empty in a lane that was lost before it began. */
  private final byte[] started;

  /** Null in a lane that was lost before it began. */
  private final LaneMetadata facts;

  /** Null once the lane is over. */
  private LaneProcessor content;

  private long lastOffset;
  private Life life = Life.OPEN;
  private long frontierEpochNanos = LaneEnding.UNKNOWN;

  private Lane(
      String topic,
      int partition,
      long lastOffset,
      SequenceTracker book,
      RunSender run,
      byte[] started,
      LaneMetadata facts,
      LaneProcessor content) {
    this.topic = topic;
    this.partition = partition;
    this.lastOffset = lastOffset;
    this.book = book;
    this.run = run;
    this.started = started;
    this.facts = facts;
    this.content = content;
  }

  private static Lane at(FlatRecord first, byte[] started, LaneMetadata facts, LaneProcessor content) {
    return new Lane(
        first.topic(),
        first.partition(),
        first.offset(),
        new SequenceTracker(),
        new RunSender(first.runId(), first.laneId()),
        started,
        facts,
        content);
  }

  /** Takes a record of a lane that is not known; empty if it is none with which a lane begins. */
  static Optional<Lane> begin(
      FlatRecord record, EventKind kind, EventCodecs codecs, LaneOutput out) {
    return switch (kind) {
      case LANE_STARTED -> record.seq() == 0 ? start(record, codecs, out) : noLane(record, out);
      case LANE_LOST -> {
        Lane lane = at(record, NOTHING, null, null);
        lane.judge(record, lane.desk(codecs, out));
        yield Optional.of(lane);
      }
      case RUN_CLOSED -> Optional.empty();
      default -> noLane(record, out);
    };
  }

  private static Optional<Lane> noLane(FlatRecord record, LaneOutput out) {
    out.rejected(
        RejectedAndLateRows.rejected(record, "Cannot place record: no open lane of this name lives here"));
    return Optional.empty();
  }

  private static Optional<Lane> start(FlatRecord record, EventCodecs codecs, LaneOutput out) {
    try {
      LaneStarted told = (LaneStarted) codecs.decode(EventKind.LANE_STARTED, record.payload());
      if (livesElsewhere(told, record)) {
        return noLane(record, out);
      }
      requireSameName(told, record);
      LaneMetadata facts = LaneMetadata.of(told);
      Lane lane = at(record, record.payload(), facts, LaneProcessor.of(facts));
      lane.book.arrived(record.seq());
      if (facts.kind() == LaneKind.COORDINATOR) {
        lane.run.send(out, Kind.COORDINATOR_STARTED, LaneEnding.UNKNOWN);
      }
      return Optional.of(lane);
    } catch (UnreadableRecordException | IllegalArgumentException e) {
      // Nobody will ever understand this lane; as a lost one it holds nobody up.
      out.rejected(RejectedAndLateRows.rejected(record, e.getMessage()));
      Lane lane = at(record, NOTHING, null, null);
      lane.book.arrived(record.seq());
      lane.book.unreadable();
      lane.lose(LaneVerdict.because("its first record cannot be read"), lane.desk(codecs, out));
      return Optional.of(lane);
    }
  }

  private static boolean livesElsewhere(LaneStarted told, FlatRecord record) {
    boolean otherTopic = !told.getTopic().isEmpty() && !told.getTopic().equals(record.topic());
    boolean otherPartition = told.getPartition() >= 0 && told.getPartition() != record.partition();
    return otherTopic || otherPartition;
  }

  private static void requireSameName(LaneStarted told, FlatRecord record) {
    if (!told.getRunId().equals(record.runId()) || !told.getLaneId().equals(record.laneId())) {
      throw new IllegalArgumentException(
          "Invalid lane: %s of run %s (its key says %s of %s)"
              .formatted(told.getLaneId(), told.getRunId(), record.laneId(), record.runId()));
    }
  }

  private LaneContext desk(EventCodecs codecs, LaneOutput out) {
    return new LaneContext(codecs, out, run);
  }

  /**
   * Takes the lane's next record.
   *
   * @return whether the lane lives on; if not, its run is closed and its state can go
   * @throws IllegalStateException when the partition was not read in its order
   */
  boolean take(FlatRecord record, EventKind kind, EventCodecs codecs, LaneOutput out) {
    if (!record.topic().equals(topic) || record.partition() != partition) {
      noLane(record, out);
      return true;
    }
    if (record.offset() <= lastOffset) {
      throw new IllegalStateException(
          "Cannot read %s-%d: offset %d came after %d (restore from the newest checkpoint)"
              .formatted(topic, partition, record.offset(), lastOffset));
    }
    lastOffset = record.offset();
    LaneContext desk = desk(codecs, out);
    if (kind == EventKind.RUN_CLOSED) {
      desk.tellRun(Kind.CLOSED, LaneEnding.UNKNOWN);
      return false;
    }
    if (kind == EventKind.LANE_LOST) {
      if (life == Life.OPEN) {
        judge(record, desk);
      }
      return true;
    }
    switch (life) {
      case OPEN -> takeOpen(record, kind, desk);
      case ENDED -> takeAfterEnd(record, out);
      case LOST -> out.late(late(record, kind, codecs));
    }
    return true;
  }

  private void takeAfterEnd(FlatRecord record, LaneOutput out) {
    if (record.seq() > book.lastSeq()) {
      out.rejected(RejectedAndLateRows.rejected(record, "Cannot place record: its lane has ended"));
    }
  }

  private static LateRow late(FlatRecord record, EventKind kind, EventCodecs codecs) {
    String requestId = "";
    String outcome = "";
    if (kind == EventKind.REQUEST_FRAGMENT) {
      try {
        RequestFragment fragment = (RequestFragment) codecs.decode(kind, record.payload());
        requestId = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo()).toString();
        outcome =
            fragment.getEnded() == null
                ? ""
                : EnumNames.of(Outcome.valueOf(fragment.getEnded().getEnding().name()));
      } catch (UnreadableRecordException e) {
        requestId = ""; // late all the same; its bytes are in the row
      }
    }
    return RejectedAndLateRows.late(record, requestId, outcome);
  }

  private void takeOpen(FlatRecord record, EventKind kind, LaneContext desk) {
    if (book.arrived(record.seq()) == SequenceTracker.Arrival.DUPLICATE) {
      return;
    }
    try {
      SpecificRecordBase event = desk.codecs().decode(kind, record.payload());
      long appended = record.appendTimeMillis() * NANOS_PER_MILLI;
      take(new Event(kind, record.seq(), event, record.payload(), appended), desk);
    } catch (UnreadableRecordException | IllegalArgumentException | ArithmeticException e) {
      desk.out().rejected(RejectedAndLateRows.rejected(record, e.getMessage()));
      book.unreadable();
      if (kind == EventKind.LANE_ENDED) {
        lose(LaneVerdict.because("its last record cannot be read"), desk);
      }
    }
    if (life == Life.OPEN) {
      content.settled(book.settledBelow(), desk);
    }
  }

  private void take(Event event, LaneContext desk) {
    switch (event.kind()) {
      case HEARTBEAT -> beat(event, (Heartbeat) event.record(), desk);
      case DROPPED -> drop(event, (Dropped) event.record());
      case LANE_ENDED -> end(event, (LaneEnded) event.record(), desk);
      default -> {
        if (!content.mayHold(event.kind())) {
          throw new IllegalArgumentException(
              "Invalid event: %s in the lane of a %s"
                  .formatted(event.kind().word(), EnumNames.of(facts.kind())));
        }
        content.take(event, desk);
      }
    }
  }

  private void beat(Event event, Heartbeat heartbeat, LaneContext desk) {
    long atEpoch = facts.epochOf(heartbeat.getAtNs());
    long frontier = facts.epochOf(heartbeat.getFrontierNs());
    event.requireNotLater(Math.max(atEpoch, frontier));
    book.acknowledgedBelow(Math.min(heartbeat.getAckedBelow(), event.seq()));
    content.report(atEpoch, heartbeat);
    content.settled(book.settledBelow(), desk);
    if (!book.hasGapBelow(event.seq()) && frontier > frontierEpochNanos) {
      frontierEpochNanos = frontier;
      content.passed(frontier, desk);
    }
  }

  private void drop(Event event, Dropped dropped) {
    long from = dropped.getFromSeq();
    long to = dropped.getToSeq();
    if (from < 0 || to < from || to >= event.seq()) {
      throw new IllegalArgumentException(
          "Invalid drop: %d to %d (a range before its own seq, %d)"
              .formatted(from, to, event.seq()));
    }
    book.declaredDropped(from, to);
  }

  private void end(Event event, LaneEnded ended, LaneContext desk) {
    long endEpoch = facts.epochOf(ended.getAtNs());
    event.requireNotLater(endEpoch);
    book.end();
    content.settled(EVERYTHING, desk);
    content.ended(ended, desk);
    over(Life.ENDED, LaneVerdict.NONE, endEpoch, desk);
  }

  /** The verdict stands in the key; what the payload adds is for people. */
  private void judge(FlatRecord record, LaneContext desk) {
    try {
      LaneLost told = (LaneLost) desk.codecs().decode(EventKind.LANE_LOST, record.payload());
      lose(LaneVerdict.of(told), desk);
    } catch (UnreadableRecordException e) {
      desk.out().rejected(RejectedAndLateRows.rejected(record, e.getMessage()));
      lose(LaneVerdict.because("a verdict that cannot be read"), desk);
    }
  }

  private void lose(LaneVerdict verdict, LaneContext desk) {
    book.end();
    if (content != null) {
      content.settled(EVERYTHING, desk);
      content.lost(Math.max(frontierEpochNanos, facts.startEpochNanos()), desk);
    }
    over(Life.LOST, verdict, frontierEpochNanos, desk);
  }

  private void over(Life end, LaneVerdict verdict, long endEpochNanos, LaneContext desk) {
    LaneTotals totals = content == null ? LaneTotals.NOTHING : content.totals();
    LaneEnding ending =
        new LaneEnding(
            end == Life.LOST,
            verdict.reason(),
            facts == null ? LaneEnding.UNKNOWN : facts.identity().anchorEpochNanos(),
            endEpochNanos,
            totals.latestFactEpochNanos(),
            Math.max(totals.requests(), Math.max(totals.issued(), verdict.issued())),
            totals.notIssued(),
            end == Life.ENDED || verdict.issuedExactly(),
            totals.requests(),
            totals.requestsOk(),
            totals.gpuSamples(),
            totals.serverSamples(),
            totals.serverPages(),
            totals.handshakes(),
            totals.ledgerRows(),
            book.events(),
            book.duplicates(),
            book.droppedDeclared(),
            book.lost(),
            book.lastSeq(),
            totals.clockErrorMaxNanos(),
            verdict.successorLaneId(),
            verdict.successorSpeaksFromEpochNanos());
    desk.tellRun(Kind.LANE_ENDED, endEpochNanos, ending.toBytes());
    life = end;
    content = null;
  }

  Lane copy() {
    Lane copy =
        new Lane(
            topic,
            partition,
            lastOffset,
            book.copy(),
            run.copy(),
            started,
            facts,
            content == null ? null : content.copy());
    copy.life = life;
    copy.frontierEpochNanos = frontierEpochNanos;
    return copy;
  }

  @SuppressWarnings("EnumOrdinal") // the stored form is defined by the order, which only grows
  void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeUTF(topic);
    out.writeInt(partition);
    out.writeLong(lastOffset);
    out.writeByte(life.ordinal());
    out.writeLong(frontierEpochNanos);
    book.writeTo(out);
    run.writeTo(out);
    out.writeInt(started.length);
    out.write(started);
    if (content != null) {
      content.writeTo(out);
    }
  }

  static Lane readFrom(DataInput in) throws IOException {
    UnreadableStateException.requireForm("lane", in.readByte(), VERSION);
    String topic = in.readUTF();
    int partition = in.readInt();
    long lastOffset = in.readLong();
    Life life = LIVES[in.readByte()];
    long frontierEpochNanos = in.readLong();
    SequenceTracker book = SequenceTracker.readFrom(in);
    RunSender run = RunSender.readFrom(in);
    byte[] started = new byte[in.readInt()];
    in.readFully(started);
    LaneMetadata facts = started.length == 0 ? null : factsOf(started);
    LaneProcessor content = life == Life.OPEN ? LaneProcessor.readFrom(facts, in) : null;
    Lane lane = new Lane(topic, partition, lastOffset, book, run, started, facts, content);
    lane.life = life;
    lane.frontierEpochNanos = frontierEpochNanos;
    return lane;
  }

  private static LaneMetadata factsOf(byte[] started) throws IOException {
    try {
      return LaneMetadata.of(new WireCodec<>(LaneStarted.class).decode(started));
    } catch (UnreadableRecordException e) {
      throw new IOException("Cannot read lane: its first record has become unreadable", e);
    }
  }
}
