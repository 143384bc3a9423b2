package io.longhaul.pipeline.lane;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.LateRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.row.RejectedAndLateRows;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.pipeline.state.LaneState;
import io.longhaul.pipeline.state.LaneStatus;
import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RejectionReason;
import io.longhaul.wire.Dropped;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.RequestFragment;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * One lane, from its first record until its run is closed. For each record of its partition the
 * lane decides whether it counts, is a duplicate, is late (after the verdict) or is rejected, and
 * processes the records that count. The decisions depend only on the order of one partition of the
 * log, so every replay yields the same result.
 *
 * <p>Mutable; the state of one key.
 */
final class Lane {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long EVERYTHING = Long.MAX_VALUE;
  private static final byte[] EMPTY = {};

  private final String topic;
  private final int partition;
  private final SequenceTracker sequence;
  private final RunSender run;

  /** The bytes of the first record; empty if the lane was lost before it started. */
  private final byte[] started;

  /** Null if the lane was lost before it started. */
  private final @Nullable LaneMetadata metadata;

  /** Null once the lane has ended. */
  private @Nullable LaneProcessor processor;

  private long lastOffset;
  private LaneStatus status = LaneStatus.OPEN;
  private long frontierEpochNanos = LaneEnding.UNKNOWN;

  private Lane(
      String topic,
      int partition,
      long lastOffset,
      SequenceTracker sequence,
      RunSender run,
      byte[] started,
      @Nullable LaneMetadata metadata,
      @Nullable LaneProcessor processor) {
    this.topic = topic;
    this.partition = partition;
    this.lastOffset = lastOffset;
    this.sequence = sequence;
    this.run = run;
    this.started = started;
    this.metadata = metadata;
    this.processor = processor;
  }

  private static Lane at(
      FlatRecord first,
      byte[] started,
      @Nullable LaneMetadata metadata,
      @Nullable LaneProcessor processor) {
    return new Lane(
        first.topic(),
        first.partition(),
        first.offset(),
        new SequenceTracker(),
        new RunSender(first.runId(), first.laneId()),
        started,
        metadata,
        processor);
  }

  /** Processes a record of an unknown lane; returns empty if the record does not start a lane. */
  static Optional<Lane> begin(
      FlatRecord record, EventKind kind, EventCodecs codecs, LaneOutput out) {
    return switch (kind) {
      case LANE_STARTED ->
          record.seq() == 0 ? start(record, codecs, out) : rejectUnknownLane(record, out);
      case LANE_LOST -> {
        Lane lane = at(record, EMPTY, null, null);
        lane.applyVerdict(record, lane.context(codecs, out));
        yield Optional.of(lane);
      }
      case RUN_CLOSED -> Optional.empty();
      default -> rejectUnknownLane(record, out);
    };
  }

  private static Optional<Lane> rejectUnknownLane(FlatRecord record, LaneOutput out) {
    out.row(
        Dataset.REJECTED,
        RejectedAndLateRows.rejected(
            record, RejectionReason.UNPLACED + ": no open lane of this name lives here"));
    return Optional.empty();
  }

  private static Optional<Lane> start(FlatRecord record, EventCodecs codecs, LaneOutput out) {
    try {
      LaneStarted started = (LaneStarted) codecs.decode(EventKind.LANE_STARTED, record.payload());
      if (belongsElsewhere(started, record)) {
        return rejectUnknownLane(record, out);
      }
      requireSameName(started, record);
      LaneMetadata metadata = LaneMetadata.of(started);
      Lane lane = at(record, record.payload(), metadata, LaneProcessor.of(metadata));
      lane.sequence.arrived(record.seq());
      if (metadata.kind() == LaneKind.COORDINATOR) {
        lane.context(codecs, out).sendToRun(Kind.COORDINATOR_STARTED, LaneEnding.UNKNOWN);
      }
      return Optional.of(lane);
    } catch (UnreadableRecordException | IllegalArgumentException e) {
      // This lane can never be decoded. As a lost lane it does not delay the run.
      out.row(
          Dataset.REJECTED, RejectedAndLateRows.rejected(record, String.valueOf(e.getMessage())));
      Lane lane = at(record, EMPTY, null, null);
      lane.sequence.arrived(record.seq());
      lane.sequence.unreadable();
      lane.lose(
          LaneVerdict.withReason("its first record cannot be read"), lane.context(codecs, out));
      return Optional.of(lane);
    }
  }

  private static boolean belongsElsewhere(LaneStarted started, FlatRecord record) {
    boolean otherTopic =
        !started.getTopic().isEmpty() && !started.getTopic().equals(record.topic());
    boolean otherPartition =
        started.getPartition() >= 0 && started.getPartition() != record.partition();
    return otherTopic || otherPartition;
  }

  private static void requireSameName(LaneStarted started, FlatRecord record) {
    if (!started.getRunId().equals(record.runId())
        || !started.getLaneId().equals(record.laneId())) {
      throw new IllegalArgumentException(
          "Invalid lane: %s of run %s (its key says %s of %s)"
              .formatted(started.getLaneId(), started.getRunId(), record.laneId(), record.runId()));
    }
  }

  private LaneContext context(EventCodecs codecs, LaneOutput out) {
    return new LaneContext(codecs, out, run);
  }

  /**
   * Processes the lane's next record.
   *
   * @return {@code false} if the run is closed, so that the lane's state can be deleted
   * @throws IllegalStateException if the offsets of the partition decrease
   */
  boolean process(FlatRecord record, EventKind kind, EventCodecs codecs, LaneOutput out) {
    if (!record.topic().equals(topic) || record.partition() != partition) {
      rejectUnknownLane(record, out);
      return true;
    }
    if (record.offset() <= lastOffset) {
      throw new IllegalStateException(
          "Cannot read %s-%d: offset %d came after %d (restore from the newest checkpoint)"
              .formatted(topic, partition, record.offset(), lastOffset));
    }
    lastOffset = record.offset();
    LaneContext context = context(codecs, out);
    if (kind == EventKind.RUN_CLOSED) {
      context.sendToRun(Kind.CLOSED, LaneEnding.UNKNOWN);
      return false;
    }
    if (kind == EventKind.LANE_LOST) {
      if (status == LaneStatus.OPEN) {
        applyVerdict(record, context);
      }
      return true;
    }
    switch (status) {
      case OPEN -> processOpen(record, kind, context);
      case ENDED -> processAfterEnd(record, out);
      case LOST -> out.row(Dataset.LATE, late(record, kind, codecs));
    }
    return true;
  }

  private void processAfterEnd(FlatRecord record, LaneOutput out) {
    if (record.seq() > sequence.lastSeq()) {
      out.row(
          Dataset.REJECTED,
          RejectedAndLateRows.rejected(record, RejectionReason.UNPLACED + ": its lane has ended"));
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
        requestId = ""; // still late; the row contains its bytes
      }
    }
    return RejectedAndLateRows.late(record, requestId, outcome);
  }

  private void processOpen(FlatRecord record, EventKind kind, LaneContext context) {
    if (kind.hasSeq() && sequence.arrived(record.seq()) == SequenceTracker.Arrival.DUPLICATE) {
      return;
    }
    try {
      SpecificRecordBase event = context.codecs().decode(kind, record.payload());
      long appended = record.appendTimeMillis() * NANOS_PER_MILLI;
      process(new Event(kind, record.seq(), event, record.payload(), appended), context);
    } catch (UnreadableRecordException | IllegalArgumentException | ArithmeticException e) {
      context
          .out()
          .row(
              Dataset.REJECTED,
              RejectedAndLateRows.rejected(record, String.valueOf(e.getMessage())));
      if (kind.hasSeq()) {
        sequence.unreadable();
      }
      if (kind == EventKind.LANE_ENDED) {
        lose(LaneVerdict.withReason("its last record cannot be read"), context);
      }
    }
    if (status == LaneStatus.OPEN) {
      requireNonNull(processor).settled(sequence.settledBelow(), context);
    }
  }

  private void process(Event event, LaneContext context) {
    switch (event.kind()) {
      case HEARTBEAT -> processHeartbeat(event, (Heartbeat) event.record(), context);
      case DROPPED -> processDropped(event, (Dropped) event.record());
      case LANE_ENDED -> processEnd(event, (LaneEnded) event.record(), context);
      default -> {
        LaneProcessor open = requireNonNull(processor);
        if (!open.accepts(event.kind())) {
          throw new IllegalArgumentException(
              "Invalid event: %s in the lane of a %s"
                  .formatted(event.kind().word(), EnumNames.of(requireNonNull(metadata).kind())));
        }
        open.process(event, context);
      }
    }
  }

  private void processHeartbeat(Event event, Heartbeat heartbeat, LaneContext context) {
    LaneMetadata known = requireNonNull(metadata);
    LaneProcessor open = requireNonNull(processor);
    long atEpoch = known.epochOf(heartbeat.getAtNs());
    long frontier = known.epochOf(heartbeat.getFrontierNs());
    event.requireNotAhead(Math.max(atEpoch, frontier));
    sequence.acknowledgedBelow(Math.min(heartbeat.getAckedBelow(), event.seq()));
    open.heartbeat(atEpoch, heartbeat);
    open.settled(sequence.settledBelow(), context);
    if (!sequence.hasGapBelow(event.seq()) && frontier > frontierEpochNanos) {
      frontierEpochNanos = frontier;
      open.advanceTo(frontier, context);
    }
  }

  private void processDropped(Event event, Dropped dropped) {
    long from = dropped.getFromSeq();
    long to = dropped.getToSeq();
    if (from < 0 || to < from || to >= event.seq()) {
      throw new IllegalArgumentException(
          "Invalid drop: %d to %d (a range before its own seq, %d)"
              .formatted(from, to, event.seq()));
    }
    sequence.declaredDropped(from, to);
  }

  private void processEnd(Event event, LaneEnded ended, LaneContext context) {
    LaneProcessor open = requireNonNull(processor);
    long endEpoch = requireNonNull(metadata).epochOf(ended.getAtNs());
    event.requireNotAhead(endEpoch);
    sequence.end();
    open.settled(EVERYTHING, context);
    open.ended(ended, context);
    close(LaneStatus.ENDED, LaneVerdict.NONE, endEpoch, context);
  }

  /** Applies a verdict. The record's key is sufficient; the payload only adds details. */
  private void applyVerdict(FlatRecord record, LaneContext context) {
    try {
      LaneLost lost = (LaneLost) context.codecs().decode(EventKind.LANE_LOST, record.payload());
      lose(LaneVerdict.of(lost), context);
    } catch (UnreadableRecordException e) {
      context
          .out()
          .row(
              Dataset.REJECTED,
              RejectedAndLateRows.rejected(record, String.valueOf(e.getMessage())));
      lose(LaneVerdict.withReason("a verdict that cannot be read"), context);
    }
  }

  private void lose(LaneVerdict verdict, LaneContext context) {
    sequence.end();
    if (processor != null) {
      processor.settled(EVERYTHING, context);
      processor.lost(
          Math.max(frontierEpochNanos, requireNonNull(metadata).startEpochNanos()), context);
    }
    close(LaneStatus.LOST, verdict, frontierEpochNanos, context);
  }

  private void close(LaneStatus end, LaneVerdict verdict, long endEpochNanos, LaneContext context) {
    LaneTotals totals = processor == null ? LaneTotals.EMPTY : processor.totals();
    LaneEnding ending =
        new LaneEnding(
            end == LaneStatus.LOST,
            verdict.reason(),
            metadata == null ? LaneEnding.UNKNOWN : metadata.identity().anchorEpochNanos(),
            endEpochNanos,
            totals.latestFactEpochNanos(),
            Math.max(totals.requests(), Math.max(totals.issued(), verdict.issued())),
            totals.notIssued(),
            end == LaneStatus.ENDED || verdict.issuedExactly(),
            totals.requests(),
            totals.requestsOk(),
            totals.gpuSamples(),
            totals.serverSamples(),
            totals.serverPages(),
            totals.handshakes(),
            totals.ledgerRows(),
            sequence.events(),
            sequence.duplicates(),
            sequence.droppedDeclared(),
            sequence.lost(),
            sequence.lastSeq(),
            totals.clockErrorMaxNanos(),
            verdict.successorLaneId(),
            verdict.successorFrontierEpochNanos());
    context.sendToRun(Kind.LANE_ENDED, endEpochNanos, ending.toBytes());
    status = end;
    processor = null;
  }

  Lane copy() {
    Lane copy =
        new Lane(
            topic,
            partition,
            lastOffset,
            sequence.copy(),
            run.copy(),
            started,
            metadata,
            processor == null ? null : processor.copy());
    copy.status = status;
    copy.frontierEpochNanos = frontierEpochNanos;
    return copy;
  }

  LaneState toState() {
    return new LaneState(
        topic,
        partition,
        lastOffset,
        run.runId(),
        run.laneId(),
        status,
        frontierEpochNanos,
        sequence.toState(),
        run.nextPartSeq(),
        ByteBuffer.wrap(started),
        processor == null ? null : processor.toState());
  }

  static Lane ofState(LaneState stored) {
    byte[] started = BinaryFormat.copyOf(stored.getStarted());
    LaneMetadata metadata = started.length == 0 ? null : metadataOf(started);
    Lane lane =
        new Lane(
            stored.getTopic(),
            stored.getPartition(),
            stored.getLastOffset(),
            SequenceTracker.ofState(stored.getSequence()),
            new RunSender(stored.getRunId(), stored.getLaneId(), stored.getNextPartSeq()),
            started,
            metadata,
            stored.getProcessor() == null
                ? null
                : LaneProcessor.ofState(requireNonNull(metadata), stored.getProcessor()));
    lane.status = stored.getStatus();
    lane.frontierEpochNanos = stored.getFrontierEpochNs();
    return lane;
  }

  private static LaneMetadata metadataOf(byte[] started) {
    try {
      return LaneMetadata.of((LaneStarted) EventCodecs.decodeOnce(EventKind.LANE_STARTED, started));
    } catch (UnreadableRecordException e) {
      throw new IllegalStateException("Cannot read again what was read before", e);
    }
  }
}
