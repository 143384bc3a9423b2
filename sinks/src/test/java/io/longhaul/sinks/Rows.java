package io.longhaul.sinks;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.ServerSampleRow;
import java.util.List;
import java.util.Map;

/** Creates rows for tests. */
public final class Rows {
  /** 2026-01-02 03:04:05 UTC. */
  public static final long RUN_START_EPOCH_NS = 1_767_323_045_000_000_000L;

  private Rows() {}

  /** A streamed request of three chunks: 40 ms to the first, then 10 and 20 ms. */
  public static RequestRow.Builder aRequest(String runId, String requestId) {
    return RequestRow.newBuilder()
        .setRunId(runId)
        .setRequestId(requestId)
        .setLaneId("g0.1.0.p")
        .setProcessId("g0")
        .setPhase("profiling")
        .setPlanIndex(0)
        .setEntryIndex(0)
        .setSessionId("session_000000")
        .setTurnIndex(0)
        .setCorrelationId("c")
        .setModel("m")
        .setUrlIndex(0)
        .setPromptHash(7)
        .setLabels(Map.of("model", "m", "stage", "0"))
        .setOutcome("ok")
        .setStatus(200)
        .setReason(null)
        .setMessage(null)
        .setFinishReason("length")
        .setRetries(0)
        .setStaleConnection(false)
        .setSkewed(false)
        .setIncomplete(false)
        .setScheduledEpochNs(RUN_START_EPOCH_NS)
        .setHandedEpochNs(RUN_START_EPOCH_NS)
        .setConnectStartedEpochNs(null)
        .setConnectedEpochNs(null)
        .setSentEpochNs(RUN_START_EPOCH_NS)
        .setWrittenEpochNs(RUN_START_EPOCH_NS)
        .setHeadersEpochNs(RUN_START_EPOCH_NS + 40_000_000)
        .setFirstByteEpochNs(RUN_START_EPOCH_NS + 40_000_000)
        .setEndedEpochNs(RUN_START_EPOCH_NS + 70_000_000)
        .setCancelledEpochNs(null)
        .setConnectionReused(true)
        .setBytesSent(100)
        .setBytesReceived(300)
        .setReads(3)
        .setUtf8Replaced(0)
        .setSliceIndex(0)
        .setChunkAfterStartNs(List.of(40_000_000L, 50_000_000L, 70_000_000L))
        .setChunkTokens(List.of(1, 1, 1))
        .setChunkReads(List.of(0, 1, 2))
        .setChunkKinds(List.of())
        .setInputTokens(10)
        .setRequestedOutputTokens(3)
        .setOutputTokens(3)
        .setReasoningTokens(null)
        .setTokenCorrection(0)
        .setUsagePromptTokens(null)
        .setUsageCompletionTokens(null)
        .setUsageReasoningTokens(null)
        .setUsageCachedTokens(null)
        .setUsageTotalTokens(null)
        .setTimeToFirstTokenNs(40_000_000L)
        .setTimeToFirstOutputTokenNs(40_000_000L)
        .setTimeToSecondTokenNs(10_000_000L)
        .setInterTokenLatencyPs(15_000_000_000L)
        .setRequestLatencyNs(70_000_000L)
        .setTimeToFirstTokenFromScheduleNs(40_000_000L)
        .setRequestLatencyFromScheduleNs(70_000_000L)
        .setClientOverheadNs(0L)
        .setSendLagNs(0L)
        .setConnectTimeNs(null)
        .setOutputSequenceLength(3)
        .setOutputTokenThroughputPerUserMillionths(66_666_667L)
        .setPrefillThroughputPerUserMillionths(250_000_000L)
        .setGood(null);
  }

  /** A request with start and end in milliseconds of the run. */
  public static RequestRow.Builder aRequest(
      String runId, String requestId, long startMs, long endMs) {
    long start = at(startMs);
    long end = at(endMs);
    long latency = end - start;
    return aRequest(runId, requestId)
        .setScheduledEpochNs(start)
        .setHandedEpochNs(start)
        .setSentEpochNs(start)
        .setWrittenEpochNs(start)
        .setHeadersEpochNs(start + latency / 2)
        .setFirstByteEpochNs(start + latency / 2)
        .setEndedEpochNs(end)
        .setChunkAfterStartNs(List.of(latency / 2, latency))
        .setChunkTokens(List.of(1, 1))
        .setChunkReads(List.of(0, 1))
        .setOutputTokens(2)
        .setOutputSequenceLength(2)
        .setTimeToFirstTokenNs(latency / 2)
        .setTimeToFirstOutputTokenNs(latency / 2)
        .setTimeToSecondTokenNs(latency / 2)
        .setInterTokenLatencyPs(latency / 2 * 1000)
        .setRequestLatencyNs(latency)
        .setTimeToFirstTokenFromScheduleNs(latency / 2)
        .setRequestLatencyFromScheduleNs(latency);
  }

  /** A request that the server refused. */
  public static RequestRow.Builder anError(
      String runId, String requestId, long startMs, long endMs) {
    return aRequest(runId, requestId, startMs, endMs)
        .setOutcome("http_error")
        .setStatus(503)
        .setReason("Service Unavailable")
        .setMessage("busy")
        .setFinishReason(null)
        .setChunkAfterStartNs(List.of())
        .setChunkTokens(List.of())
        .setChunkReads(List.of())
        .setOutputTokens(null)
        .setOutputSequenceLength(null)
        .setTimeToFirstTokenNs(null)
        .setTimeToFirstOutputTokenNs(null)
        .setTimeToSecondTokenNs(null)
        .setInterTokenLatencyPs(null)
        .setRequestLatencyNs(null)
        .setTimeToFirstTokenFromScheduleNs(null)
        .setRequestLatencyFromScheduleNs(null)
        .setOutputTokenThroughputPerUserMillionths(null)
        .setPrefillThroughputPerUserMillionths(null);
  }

  /** A moment, in milliseconds of the run. */
  public static long at(long runMs) {
    return RUN_START_EPOCH_NS + runMs * 1_000_000;
  }

  /** A reading of the first GPU of an exporter. */
  public static GpuSampleRow.Builder aGpuSample(
      String runId, long runMs, double watts, double joules) {
    return GpuSampleRow.newBuilder()
        .setRunId(runId)
        .setLaneId("s0.1.0")
        .setAtEpochNs(at(runMs))
        .setUncertaintyNs(1_000_000)
        .setExporterUrl("http://127.0.0.1:9400/metrics")
        .setGpuUuid("GPU-1")
        .setGpuIndex(0)
        .setGpuModel("NVIDIA H200")
        .setHostname("node1")
        .setPciBusId("")
        .setDevice("nvidia0")
        .setMigInstance("")
        .setSliceIndex(Math.floorDiv(runMs, 1000))
        .setPowerWatts(watts)
        .setEnergyJoules(joules)
        .setGpuUtilizationPercent(80.0)
        .setMemoryCopyUtilizationPercent(null)
        .setMemoryUsedBytes(1_048_576_000.0)
        .setMemoryFreeBytes(null)
        .setMemoryTotalBytes(null)
        .setGpuTemperatureCelsius(55.0)
        .setMemoryTemperatureCelsius(null)
        .setSmClockHertz(null)
        .setMemoryClockHertz(null)
        .setPowerLimitWatts(null)
        .setSmActivePercent(null)
        .setDecoderUtilizationPercent(null)
        .setEncoderUtilizationPercent(null)
        .setXidErrors(null)
        .setPowerViolationUs(null)
        .setThermalViolationUs(null)
        .setOther(Map.of());
  }

  /** A reading of one series of a server; it holds for 300 ms. */
  public static ServerSampleRow.Builder aServerSample(
      String runId, long atMs, String name, String type, Map<String, String> labels) {
    return ServerSampleRow.newBuilder()
        .setRunId(runId)
        .setLaneId("s0.1.0")
        .setAtEpochNs(at(atMs))
        .setUncertaintyNs(500_000)
        .setUrl("http://server:8000/metrics")
        .setSliceIndex(Math.max(-1, Math.floorDiv(atMs, 1_000L)))
        .setHoldsUntilEpochNs(at(atMs + 300))
        .setName(name)
        .setType(type)
        .setHelp("What " + name + " says.")
        .setLabels(labels)
        .setValue(null)
        .setHistogramSum(null)
        .setHistogramCount(null)
        .setBucketBounds(List.of())
        .setBucketCounts(List.of());
  }

  /** A reading of a gauge or a counter without labels. */
  public static ServerSampleRow.Builder aServerSample(
      String runId, long atMs, String name, String type, double value) {
    return aServerSample(runId, atMs, name, type, Map.of()).setValue(value);
  }

  /** A GPU of constant power in a slice of one second. */
  public static GpuSliceRow aGpuSlice(String runId, long index, double watts) {
    long nanojoules = Math.round(watts * 1e9);
    return GpuSliceRow.newBuilder()
        .setRunId(runId)
        .setSliceIndex(index)
        .setStartEpochNs(at(1000 * index))
        .setEndEpochNs(at(1000 * index + 1000))
        .setCoveredNs(1_000_000_000)
        .setExporterUrl("http://127.0.0.1:9400/metrics")
        .setGpuUuid("GPU-1")
        .setGpuIndex(0)
        .setGpuModel("NVIDIA H200")
        .setHostname("node1")
        .setMigInstance("")
        .setSamples(3)
        .setGapNs(0)
        .setFailedScrapes(0)
        .setPowerWatts(
            GaugeOverSlice.newBuilder()
                .setObservedNs(1_000_000_000)
                .setMean(watts)
                .setMin(watts)
                .setMax(watts)
                .build())
        .setGpuUtilizationPercent(null)
        .setMemoryUsedBytes(null)
        .setGpuTemperatureCelsius(null)
        .setSmActivePercent(null)
        .setSmClockHertz(null)
        .setMemoryCopyUtilizationPercent(null)
        .setEnergyNanojoules(nanojoules)
        .setIntegratedPowerNanojoules(nanojoules)
        .setPowerViolationNs(null)
        .setThermalViolationNs(null)
        .setEccSingleBitErrors(null)
        .setEccDoubleBitErrors(null)
        .setPcieReplays(null)
        .setNvlinkCrcErrors(null)
        .setXidLast(null)
        .build();
  }
}
