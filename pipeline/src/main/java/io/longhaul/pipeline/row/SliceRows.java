package io.longhaul.pipeline.row;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.ErrorKey;
import io.longhaul.pipeline.slice.ErrorTally;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GaugeSum;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.slice.SliceQuality;
import io.longhaul.pipeline.slice.SliceTrust;
import io.longhaul.schema.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Converts the aggregates of a slice, or of a run, to rows of {@code slices}. */
public final class SliceRows {
  private static final String EVERYTHING = "";

  private SliceRows() {}

  /** Converts the set of all requests, with the power of all GPUs. */
  public static SliceRow of(SliceSpan span, SlicePart part, GpuSlices gpus) {
    return row(span, EVERYTHING, part).setGpuPowerWatts(watts(gpus)).build();
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

  private static SliceRow.Builder row(SliceSpan span, String labelSet, SlicePart part) {
    SliceRow.Builder row =
        SliceRow.newBuilder()
            .setRunId(span.runId())
            .setSliceIndex(span.index())
            .setLabelSet(labelSet)
            .setStartEpochNs(span.startEpochNanos())
            .setEndEpochNs(span.endEpochNanos())
            .setCoveredNs(span.coveredNanos())
            .setErrors(errors(part.errors()));
    setSent(row, part);
    setEnded(row, part);
    setEndedTokens(row, part);
    setContent(row, part);
    setArrivedAndReported(row, part);
    setQuality(row, part);
    setDistributions(row, part);
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

  private static Double watts(GpuSlices gpus) {
    List<GaugeSum> observed =
        gpus.gpus().values().stream()
            .map(gpu -> gpu.gauge(Gauge.POWER_WATTS))
            .filter(power -> !power.isEmpty())
            .toList();
    return observed.isEmpty() ? null : observed.stream().mapToDouble(GaugeSum::mean).sum();
  }

  private static void setSent(SliceRow.Builder row, SlicePart part) {
    row.setRequestsSent(part.count(Count.REQUESTS_SENT))
        .setNewConnections(part.count(Count.NEW_CONNECTIONS))
        .setBytesSent(part.count(Count.BYTES_SENT));
  }

  private static void setEnded(SliceRow.Builder row, SlicePart part) {
    row.setRequestsEnded(part.count(Count.REQUESTS_ENDED))
        .setRequestsOk(part.count(Count.REQUESTS_OK))
        .setHttpErrors(part.count(Count.HTTP_ERRORS))
        .setTransportErrors(part.count(Count.TRANSPORT_ERRORS))
        .setProtocolErrors(part.count(Count.PROTOCOL_ERRORS))
        .setStreamErrors(part.count(Count.STREAM_ERRORS))
        .setTruncated(part.count(Count.TRUNCATED))
        .setTimeouts(part.count(Count.TIMEOUTS))
        .setCancelled(part.count(Count.CANCELLED))
        .setInFlightAtStop(part.count(Count.IN_FLIGHT_AT_STOP))
        .setLost(part.count(Count.LOST))
        .setValidRequests(part.count(Count.VALID_REQUESTS))
        .setGoodRequests(part.count(Count.GOOD_REQUESTS))
        .setJudgedRequests(part.count(Count.JUDGED_REQUESTS))
        .setRetries(part.count(Count.RETRIES))
        .setStaleConnections(part.count(Count.STALE_CONNECTIONS))
        .setBytesReceived(part.count(Count.BYTES_RECEIVED))
        .setSkewedRequests(part.count(Count.SKEWED_REQUESTS))
        .setIncompleteRequests(part.count(Count.INCOMPLETE_REQUESTS));
  }

  private static void setEndedTokens(SliceRow.Builder row, SlicePart part) {
    row.setInputTokensCompleted(part.count(Count.INPUT_TOKENS_COMPLETED))
        .setOutputTokensCompleted(part.count(Count.OUTPUT_TOKENS_COMPLETED))
        .setReasoningTokensCompleted(part.count(Count.REASONING_TOKENS_COMPLETED))
        .setErrorInputTokens(part.count(Count.ERROR_INPUT_TOKENS))
        .setUsagePromptTokens(part.count(Count.USAGE_PROMPT_TOKENS))
        .setUsageCompletionTokens(part.count(Count.USAGE_COMPLETION_TOKENS))
        .setUsageCachedTokens(part.count(Count.USAGE_CACHED_TOKENS));
  }

  private static void setContent(SliceRow.Builder row, SlicePart part) {
    row.setEmptyAnswers(part.count(Count.EMPTY_ANSWERS))
        .setFinishedStop(part.count(Count.FINISHED_STOP))
        .setFinishedLength(part.count(Count.FINISHED_LENGTH))
        .setFinishedToolCalls(part.count(Count.FINISHED_TOOL_CALLS))
        .setFinishedContentFilter(part.count(Count.FINISHED_CONTENT_FILTER))
        .setFinishedOther(part.count(Count.FINISHED_OTHER))
        .setFinishedUntold(part.count(Count.FINISHED_UNTOLD))
        .setLengthAskedRequests(part.count(Count.LENGTH_ASKED_REQUESTS))
        .setOutputTokensAsked(part.count(Count.OUTPUT_TOKENS_ASKED))
        .setShortAnswers(part.count(Count.SHORT_ANSWERS))
        .setOutputTokensMissing(part.count(Count.OUTPUT_TOKENS_MISSING))
        .setShortAnswersOwnCount(part.count(Count.SHORT_ANSWERS_OWN_COUNT))
        .setLongAnswers(part.count(Count.LONG_ANSWERS))
        .setOutputTokensExcess(part.count(Count.OUTPUT_TOKENS_EXCESS))
        .setLongAnswersOwnCount(part.count(Count.LONG_ANSWERS_OWN_COUNT))
        .setUsageInputDiffers(part.count(Count.USAGE_INPUT_DIFFERS))
        .setUsageOutputDiffers(part.count(Count.USAGE_OUTPUT_DIFFERS))
        .setRepeatedPrompts(part.count(Count.REPEATED_PROMPTS))
        .setSecondTokensUnknown(part.count(Count.SECOND_TOKENS_UNKNOWN))
        .setInterTokenLatenciesUnknown(part.count(Count.INTER_TOKEN_LATENCIES_UNKNOWN))
        .setSingleEventAnswers(part.count(Count.SINGLE_EVENT_ANSWERS));
  }

  private static void setArrivedAndReported(SliceRow.Builder row, SlicePart part) {
    row.setChunksArrived(part.count(Count.CHUNKS_ARRIVED))
        .setCoalescedChunks(part.count(Count.COALESCED_CHUNKS))
        .setOutputTokensArrived(part.count(Count.OUTPUT_TOKENS_ARRIVED))
        .setNotIssuedNoSlot(part.count(Count.NOT_ISSUED_NO_SLOT))
        .setNotIssuedScheduleOverrun(part.count(Count.NOT_ISSUED_SCHEDULE_OVERRUN))
        .setNotIssuedStallSkipped(part.count(Count.NOT_ISSUED_STALL_SKIPPED))
        .setNotIssuedStop(part.count(Count.NOT_ISSUED_STOP))
        .setDroppedEvents(part.count(Count.DROPPED_EVENTS))
        .setBackedOffNs(part.count(Count.BACKED_OFF_NANOS))
        .setInFlightRequestNs(part.count(Count.IN_FLIGHT_REQUEST_NANOS));
  }

  private static void setQuality(SliceRow.Builder row, SlicePart part) {
    SliceQuality quality = part.quality();
    List<String> problems = SliceTrust.problems(part);
    row.setGeneratorLanes(quality.lanes())
        .setInFlightMax(quality.inFlightMax())
        .setBacklogMax(quality.backlogMax())
        .setTrusted(problems.isEmpty())
        .setDistrust(problems)
        .setSendLagP99Ns(known(quality.sendLagP99Nanos()))
        .setSendLagMaxNs(known(quality.sendLagMaxNanos()))
        .setLoopLagMaxNs(quality.loopLagMaxNanos())
        .setPauseMaxNs(quality.pauseMaxNanos())
        .setGcPauseNs(quality.gcPauseNanos())
        .setProcessCpuMaxCores(quality.processCpuMaxCores())
        .setHostIdleMinRatio(known(quality.hostIdleMinRatio()))
        .setClockErrorMaxNs(quality.clockErrorMaxNanos());
  }

  private static Long known(long nanos) {
    return nanos == SliceQuality.UNKNOWN ? null : nanos;
  }

  private static Double known(double ratio) {
    return Double.isNaN(ratio) ? null : ratio;
  }

  private static void setDistributions(SliceRow.Builder row, SlicePart part) {
    row.setTimeToFirstTokenNs(values(part, Metric.TIME_TO_FIRST_TOKEN))
        .setTimeToFirstOutputTokenNs(values(part, Metric.TIME_TO_FIRST_OUTPUT_TOKEN))
        .setTimeToSecondTokenNs(values(part, Metric.TIME_TO_SECOND_TOKEN))
        .setInterTokenLatencyPs(values(part, Metric.INTER_TOKEN_LATENCY))
        .setInterChunkLatencyNs(values(part, Metric.INTER_CHUNK_LATENCY))
        .setInterReadLatencyNs(values(part, Metric.INTER_READ_LATENCY))
        .setRequestLatencyNs(values(part, Metric.REQUEST_LATENCY))
        .setTimeToFirstTokenFromScheduleNs(values(part, Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE))
        .setRequestLatencyFromScheduleNs(values(part, Metric.REQUEST_LATENCY_FROM_SCHEDULE))
        .setOutputTokenThroughputPerUserMillionths(
            values(part, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER))
        .setPrefillThroughputPerUserMillionths(values(part, Metric.PREFILL_THROUGHPUT_PER_USER))
        .setInputSequenceLengthTokens(values(part, Metric.INPUT_SEQUENCE_LENGTH))
        .setOutputSequenceLengthTokens(values(part, Metric.OUTPUT_SEQUENCE_LENGTH))
        .setClientOverheadNs(values(part, Metric.CLIENT_OVERHEAD))
        .setSendLagNs(values(part, Metric.SEND_LAG))
        .setConnectTimeNs(values(part, Metric.CONNECT_TIME));
  }

  private static io.longhaul.export.Distribution values(SlicePart part, Metric metric) {
    return part.distribution(metric).map(DistributionRows::of).orElse(null);
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
