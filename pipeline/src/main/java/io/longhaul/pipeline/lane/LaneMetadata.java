package io.longhaul.pipeline.lane;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.slo.SloSet;
import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.row.LaneIdentity;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.SloThreshold;
import io.longhaul.wire.TokenSource;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a lane from its first record. Immutable.
 *
 * @param sliceClock null in lanes without slices: warm-up and coordinator lanes
 * @param startEpochNanos time from which the lane counts: the run's start, its join, or its time 0
 */
record LaneMetadata(
    LaneIdentity identity,
    LaneKind kind,
    @Nullable SliceClock sliceClock,
    long startEpochNanos,
    SloSet slos,
    boolean streaming,
    TokenSource tokenSource,
    long sampleIntervalNanos,
    LabelSets labels) {

  private static final long MAX_SAMPLE_INTERVAL_NANOS = 86_400_000_000_000L;

  /**
   * Reads a lane's first record.
   *
   * @throws IllegalArgumentException if the record is invalid
   */
  static LaneMetadata of(LaneStarted started) {
    PlanFacts plan = started.getPlan();
    LaneIdentity identity =
        new LaneIdentity(
            started.getRunId(),
            started.getLaneId(),
            started.getProcessId(),
            started.getPhase() == null ? "" : EnumNames.of(started.getPhase()),
            started.getAnchorEpochNs());
    boolean sampler = started.getLaneKind() == LaneKind.SAMPLER;
    boolean profiling =
        started.getLaneKind() == LaneKind.GENERATOR && started.getPhase() == Phase.PROFILING;
    if (started.getLaneKind() == LaneKind.GENERATOR && started.getPhase() == null) {
      throw new IllegalArgumentException("Invalid lane: a generator's without a phase");
    }
    long interval = plan.getSampleIntervalNs();
    if (sampler && (interval <= 0 || interval > MAX_SAMPLE_INTERVAL_NANOS)) {
      throw new IllegalArgumentException(
          "Invalid sample interval: " + interval + " ns (more than 0, at most a day)");
    }
    SliceClock clock = null;
    if (sampler || profiling) {
      if (plan.getRunStartEpochNs() == null) {
        throw new IllegalArgumentException(
            "Invalid lane: without the run's start (profiling and sampler lanes need it)");
      }
      clock = new SliceClock(plan.getRunStartEpochNs(), plan.getSliceDurationNs());
    }
    return new LaneMetadata(
        identity,
        started.getLaneKind(),
        clock,
        startOf(started, clock),
        slosOf(plan),
        hasTokenTimes(plan),
        plan.getTokenSource(),
        plan.getSampleIntervalNs(),
        LabelSets.of(plan));
  }

  private static long startOf(LaneStarted started, @Nullable SliceClock clock) {
    if (clock == null) {
      return started.getAnchorEpochNs();
    }
    Long joined = started.getCountsFromEpochNs();
    return joined == null
        ? clock.runStartEpochNanos()
        : Math.max(joined, clock.runStartEpochNanos());
  }

  private static SloSet slosOf(PlanFacts plan) {
    if (plan.getSlos().isEmpty()) {
      return SloSet.NONE;
    }
    return SloSet.parse(
        plan.getSlos().stream().map(LaneMetadata::text).collect(Collectors.joining(" ")));
  }

  /** Without tokens, the chunks of a stream are only pieces of a response. */
  private static boolean hasTokenTimes(PlanFacts plan) {
    return plan.getStreaming() && plan.getTokenSource() != TokenSource.NONE;
  }

  private static String text(SloThreshold slo) {
    return slo.getTag() + ':' + BigDecimal.valueOf(slo.getThreshold()).toPlainString();
  }

  Optional<SliceClock> clock() {
    return Optional.ofNullable(sliceClock);
  }

  /** Returns the clock of a lane that has slices. */
  SliceClock requiredClock() {
    return requireNonNull(sliceClock);
  }

  long epochOf(long atNanos) {
    return identity.epochOf(atNanos);
  }
}
