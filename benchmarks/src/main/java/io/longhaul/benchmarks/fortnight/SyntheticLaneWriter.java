package io.longhaul.benchmarks.fortnight;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunClosed;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Writes one lane to the log, with a {@code seq} without gaps. The lane's time 0 is the start of
 * the run.
 */
final class SyntheticLaneWriter {
  private static final NotIssued ALL_ISSUED = NotIssued.newBuilder().build();

  private static final Health HEALTHY =
      Health.newBuilder()
          .setLoopLagMaxNs(200_000)
          .setPauseMaxNs(300_000)
          .setProcessCpuCores(0.25)
          .setHostIdleRatio(0.7)
          .build();

  private final EventCodecs codecs = new EventCodecs();
  private final RunShape shape;
  private final EventLog log;
  private final String laneId;
  private final LaneKind kind;
  private final String topic;
  private final int partition;
  private long nextSeq;

  SyntheticLaneWriter(
      RunShape shape, EventLog log, String laneId, LaneKind kind, String topic, int partition) {
    this.shape = shape;
    this.log = log;
    this.laneId = laneId;
    this.kind = kind;
    this.topic = topic;
    this.partition = partition;
  }

  /** Returns the number of events written. */
  long events() {
    return nextSeq;
  }

  void started(PlanFacts plan, long incarnationEpochMillis) {
    append(
        EventKind.LANE_STARTED,
        LaneStarted.newBuilder()
            .setRunId(shape.runId())
            .setLaneId(laneId)
            .setProcessId(process())
            .setLaneKind(kind)
            .setPhase(phase())
            .setIncarnationEpochMs(incarnationEpochMillis)
            .setAnchorEpochNs(shape.runStartEpochNanos())
            .setAnchorErrorNs(50)
            .setTopic(topic)
            .setPartition(partition)
            .setPlan(plan)
            .build());
  }

  private String process() {
    return kind == LaneKind.COORDINATOR ? "coordinator" : laneId.substring(0, laneId.indexOf('.'));
  }

  private @Nullable Phase phase() {
    return kind == LaneKind.GENERATOR ? Phase.PROFILING : null;
  }

  /** Returns the event by which this lane joins the run at its start. */
  LaneJoined joined() {
    return LaneJoined.newBuilder()
        .setAtNs(0)
        .setLaneId(laneId)
        .setProcessId(process())
        .setLaneKind(kind)
        .setPhase(phase())
        .setTopic(topic)
        .setPartition(partition)
        .setJoinsEpochNs(shape.runStartEpochNanos())
        .build();
  }

  /** Writes a heartbeat; every earlier fact has been published and acknowledged. */
  void heartbeat(long atNanos, long issued, int inFlight, List<LedgerEntry> ledger) {
    append(
        EventKind.HEARTBEAT,
        new Heartbeat(
            atNanos,
            atNanos,
            nextSeq,
            0L,
            0L,
            issued,
            ALL_ISSUED,
            inFlight,
            0L,
            0L,
            0L,
            0L,
            0L,
            ledger,
            HEALTHY,
            0L,
            0L));
  }

  void ended(long atNanos, LedgerEntry totals, long issued) {
    append(EventKind.LANE_ENDED, new LaneEnded(atNanos, issued, ALL_ISSUED, List.of(), totals));
  }

  /** Writes the event after which the job deletes the lane's state. */
  void closed() {
    RecordKey key = RecordKey.verdict(shape.runId(), laneId, EventKind.RUN_CLOSED);
    RunClosed closed = new RunClosed(shape.runId(), laneId);
    log.append(topic, partition, key.toBytes(), codecs.encode(EventKind.RUN_CLOSED, closed));
  }

  void append(EventKind what, SpecificRecordBase event) {
    RecordKey key = RecordKey.event(shape.runId(), laneId, what, nextSeq++);
    log.append(topic, partition, key.toBytes(), codecs.encode(what, event));
  }
}
