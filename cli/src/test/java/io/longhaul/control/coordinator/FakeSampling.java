package io.longhaul.control.coordinator;

import io.longhaul.control.LaneLocation;
import io.longhaul.control.sampler.RunSampling;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.SamplerJoined;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;

/** A sampler without samples that only starts and ends its lane. */
final class FakeSampling implements RunSampling {
  private final SamplerJoined joined;
  private final LaneLogWriter log;
  private final List<String> calls;

  /**
   * @param calls receives a text for the start and the end
   */
  FakeSampling(SamplerJoined joined, LaneLogWriter log, List<String> calls) {
    this.joined = joined;
    this.log = log;
    this.calls = calls;
    write(
        EventKind.LANE_STARTED,
        0,
        LaneStarted.newBuilder()
            .setRunId(joined.getRunId())
            .setLaneId(joined.getLane().getLaneId())
            .setProcessId("s" + joined.getNumber())
            .setLaneKind(LaneKind.SAMPLER)
            .setIncarnationEpochMs(joined.getIncarnationEpochMs())
            .setAnchorEpochNs(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()))
            .setAnchorErrorNs(0)
            .setPlan(
                PlanFacts.newBuilder(TestCoordinators.PLAN)
                    .setRunStartEpochNs(joined.getRunStartEpochNs())
                    .build())
            .build());
    calls.add("start s" + joined.getNumber());
  }

  @Override
  public Optional<Duration> coordinatorTimeout() {
    return Optional.empty();
  }

  @Override
  public void end() {
    write(
        EventKind.LANE_ENDED,
        1,
        LaneEnded.newBuilder()
            .setAtNs(TimeUnit.SECONDS.toNanos(3))
            .setNotIssued(NotIssued.newBuilder().build())
            .setLedger(List.of())
            .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).build())
            .build());
    calls.add("end s" + joined.getNumber());
  }

  private void write(EventKind kind, long seq, SpecificRecordBase event) {
    LaneAddress lane = joined.getLane();
    log.append(
        new LaneLocation(lane.getTopic(), lane.getPartition()),
        RecordKey.event(joined.getRunId(), lane.getLaneId(), kind, seq),
        event);
  }

  @Override
  public void close() {}
}
