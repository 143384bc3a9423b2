package io.longhaul.pipeline.row;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.DistrustCause;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.ErrorKey;
import io.longhaul.pipeline.slice.ErrorTally;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.slice.SliceQuality;
import io.longhaul.pipeline.slice.SliceTrust;
import io.longhaul.pipeline.slice.TrustProblem;
import io.longhaul.schema.RequestId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Converts the aggregates of a slice, or of a run, to rows of {@code slices}. */
public final class SliceRows {
  private static final String EVERYTHING = "";

  private static final Map<Count, Integer> COUNTERS =
      Columns.of(Count.class, SliceRow.getClassSchema());

  /** Counters of heartbeats. */
  private static final Set<Count> REPORTED =
      EnumSet.of(
          Count.NOT_ISSUED_NO_SLOT,
          Count.NOT_ISSUED_SCHEDULE_OVERRUN,
          Count.NOT_ISSUED_STALL_SKIPPED,
          Count.NOT_ISSUED_STOP,
          Count.DROPPED_EVENTS,
          Count.BACKED_OFF_NANOS,
          Count.RECORDER_WAIT_NANOS);

  private static final Map<Metric, Integer> DISTRIBUTIONS = new EnumMap<>(Metric.class);

  static {
    for (Metric metric : SlicePart.METRICS_WITH_DISTRIBUTION) {
      DISTRIBUTIONS.put(metric, SliceRow.getClassSchema().getField(metric.columnName()).pos());
    }
  }

  private SliceRows() {}

  /** Converts the set of all requests, with power and energy of all GPUs. */
  public static SliceRow of(SliceSpan span, SlicePart part, GpuSlices gpus) {
    return SlicePower.of(gpus, span.coveredNanos()).into(row(span, EVERYTHING, part).build());
  }

  /**
   * Converts each label set, in order of name. Generators report on themselves and not by label
   * set, so the quality columns are those of the set of all requests.
   *
   * @param coveredNanos time within the span for which the run covered a label set
   */
  public static List<SliceRow> ofLabelSets(
      SliceSpan span, SliceParts parts, ToLongFunction<String> coveredNanos) {
    List<SliceRow> rows = new ArrayList<>();
    parts
        .byLabelSet()
        .forEach(
            (labelSet, part) -> {
              SliceRow.Builder row = row(span, labelSet, part);
              setQuality(row, parts.everything());
              row.setCoveredNs(coveredNanos.applyAsLong(labelSet))
                  .setInFlightMax(part.quality().inFlightMax());
              rows.add(row.setEmpty(isEmpty(part, parts.everything())).build());
            });
    return rows;
  }

  /**
   * Returns what the generators reported about themselves in a slice, from its row of all requests:
   * everything that does not follow from the requests.
   */
  public static SlicePart reports(SliceRow row) {
    SlicePart part = new SlicePart();
    for (Count count : REPORTED) {
      part.add(count, (Long) row.get(requireNonNull(COUNTERS.get(count))));
    }
    SliceQuality quality = part.quality();
    quality.lanesCounted(row.getGeneratorLanes());
    quality.backlog(row.getBacklogMax());
    quality.sendLag(orUnknown(row.getSendLagP99Ns()), orUnknown(row.getSendLagMaxNs()));
    quality.loopLag(row.getLoopLagMaxNs());
    quality.pauses(row.getPauseMaxNs(), row.getGcPauseNs());
    quality.processCpu(row.getProcessCpuMaxCores());
    if (row.getHostIdleMinRatio() != null) {
      quality.hostIdle(row.getHostIdleMinRatio());
    }
    quality.clockError(row.getClockErrorMaxNs());
    quality.recorderWait(row.getRecorderWaitMaxNs());
    row.getDistrust().forEach(text -> TrustProblem.lostLane(text).ifPresent(quality::laneLost));
    return part;
  }

  private static long orUnknown(@Nullable Long nanos) {
    return nanos == null ? SliceQuality.UNKNOWN : nanos;
  }

  private static SliceRow.Builder row(SliceSpan span, String labelSet, SlicePart part) {
    SliceRow values = new SliceRow();
    COUNTERS.forEach((count, column) -> values.put(column, part.count(count)));
    DISTRIBUTIONS.forEach(
        (metric, column) ->
            part.distribution(metric)
                .ifPresent(distribution -> values.put(column, DistributionRows.of(distribution))));
    SliceRow.Builder row =
        SliceRow.newBuilder(values)
            .setRunId(span.runId())
            .setSliceIndex(span.index())
            .setLabelSet(labelSet)
            .setStartEpochNs(span.startEpochNanos())
            .setEndEpochNs(span.endEpochNanos())
            .setCoveredNs(span.coveredNanos())
            .setErrors(errors(part.errors()));
    setQuality(row, part);
    return row.setEmpty(isEmpty(part, part));
  }

  /**
   * Returns whether no request was sent, in flight or ended, and none was waiting, not issued or
   * dropped.
   */
  private static boolean isEmpty(SlicePart part, SlicePart everything) {
    SliceQuality quality = everything.quality();
    boolean noRequests =
        part.count(Count.REQUESTS_SENT) == 0
            && part.count(Count.REQUESTS_ENDED) == 0
            && part.count(Count.IN_FLIGHT_REQUEST_NANOS) == 0
            && part.quality().inFlightMax() == 0;
    boolean noneMissing =
        quality.backlogMax() == 0
            && !quality.lostLanes().iterator().hasNext()
            && everything.count(Count.NOT_ISSUED_NO_SLOT) == 0
            && everything.count(Count.NOT_ISSUED_SCHEDULE_OVERRUN) == 0
            && everything.count(Count.NOT_ISSUED_STALL_SKIPPED) == 0
            && everything.count(Count.DROPPED_EVENTS) == 0;
    return noRequests && noneMissing;
  }

  private static void setQuality(SliceRow.Builder row, SlicePart part) {
    SliceQuality quality = part.quality();
    List<TrustProblem> problems = SliceTrust.problems(part);
    row.setGeneratorLanes(quality.lanes())
        .setInFlightMax(quality.inFlightMax())
        .setBacklogMax(quality.backlogMax())
        .setTrusted(problems.isEmpty())
        .setDistrust(problems.stream().map(TrustProblem::text).toList())
        .setDistrustCauses(problems.stream().map(SliceRows::cause).toList())
        .setSendLagP99Ns(known(quality.sendLagP99Nanos()))
        .setSendLagMaxNs(known(quality.sendLagMaxNanos()))
        .setLoopLagMaxNs(quality.loopLagMaxNanos())
        .setPauseMaxNs(quality.pauseMaxNanos())
        .setGcPauseNs(quality.gcPauseNanos())
        .setProcessCpuMaxCores(quality.processCpuMaxCores())
        .setHostIdleMinRatio(known(quality.hostIdleMinRatio()))
        .setClockErrorMaxNs(quality.clockErrorMaxNanos())
        .setRecorderWaitMaxNs(quality.recorderWaitMaxNanos());
  }

  private static DistrustCause cause(TrustProblem problem) {
    return DistrustCause.newBuilder()
        .setCode(EnumNames.of(problem.code()))
        .setValue(problem.value())
        .setLimit(problem.limit())
        .setUnit(problem.code().unit())
        .setLaneId(problem.laneId())
        .build();
  }

  private static @Nullable Long known(long nanos) {
    return nanos == SliceQuality.UNKNOWN ? null : nanos;
  }

  private static @Nullable Double known(double ratio) {
    return Double.isNaN(ratio) ? null : ratio;
  }

  private static List<ErrorCount> errors(ErrorTally tally) {
    List<ErrorCount> errors = new ArrayList<>();
    tally
        .entries()
        .forEach(
            (key, entry) ->
                errors.add(
                    ErrorCount.newBuilder()
                        .setOutcome(key.outcome())
                        .setStatus(key.status() == ErrorKey.NO_STATUS ? null : key.status())
                        .setReason(key.reason())
                        .setCount(entry.count())
                        .setFirstEpochNs(entry.firstEpochNanos())
                        .setLastEpochNs(entry.lastEpochNanos())
                        .setSampleRequestIds(
                            entry.sampleIds().stream().map(RequestId::toString).toList())
                        .build()));
    return errors;
  }
}
