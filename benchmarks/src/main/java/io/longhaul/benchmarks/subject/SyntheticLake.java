package io.longhaul.benchmarks.subject;

import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.RecordFileWriter;
import io.longhaul.sinks.parquet.RowWriters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.parquet.io.LocalOutputFile;

/**
 * A lake of a run of synthetic streamed requests: 1,000 per second, with chunks about 10 ms apart.
 * It has a file for each checkpoint and a summary.
 */
public final class SyntheticLake {
  private static final String RUN = "drawn";
  private static final int ROWS_OF_CHECKPOINT = 30_000;

  /** 2026-01-02 00:00:00 UTC. */
  private static final long RUN_START_EPOCH_NS = 1_767_312_000_000_000_000L;

  private static final long MILLI = 1_000_000;
  private static final long SLICE_NS = 10_000 * MILLI;
  private static final int INPUT_TOKENS = 550;

  private final Random random = new Random(1);
  private final int chunks;

  private SyntheticLake(int chunks) {
    this.chunks = chunks;
  }

  /** Generates the rows and writes them to the lake of a run's folder. */
  public static void write(Path folder, int requests, int chunks) throws IOException {
    SyntheticLake drawn = new SyntheticLake(chunks);
    Lake lake = new Lake(new ExportLayout(folder).lake());
    for (int first = 0; first < requests; first += ROWS_OF_CHECKPOINT) {
      int end = Math.min(requests, first + ROWS_OF_CHECKPOINT);
      try (RecordFileWriter<RequestRow> writer =
          writer(lake, Dataset.REQUESTS, first / ROWS_OF_CHECKPOINT)) {
        for (int i = first; i < end; i++) {
          writer.write(drawn.request(i));
        }
      }
    }
    // A report computes the summary that the job of a run would have written.
    RunRow summary =
        RunRow.newBuilder(RunReport.read(lake, RUN).run())
            .setStreaming(true)
            .setSliceDurationNs(SLICE_NS)
            .build();
    try (RecordFileWriter<RunRow> writer = writer(lake, Dataset.RUNS, 0)) {
      writer.write(summary);
    }
  }

  private static <T extends SpecificRecordBase> RecordFileWriter<T> writer(
      Lake lake, Dataset<T> dataset, int part) throws IOException {
    Path file =
        ExportLayout.dataset(lake.folder(), dataset)
            .resolve("2026-01-02." + RUN + ".part-" + part + ".parquet");
    Files.createDirectories(file.getParent());
    return RowWriters.writer(dataset, new LocalOutputFile(file));
  }

  private RequestRow request(int index) {
    long start = RUN_START_EPOCH_NS + index * MILLI;
    List<Long> afterStart = new ArrayList<>(chunks);
    List<Integer> reads = new ArrayList<>(chunks);
    long now = 50 * MILLI + random.nextInt((int) (20 * MILLI));
    for (int chunk = 0; chunk < chunks; chunk++) {
      afterStart.add(now);
      reads.add(chunk);
      now += 8 * MILLI + random.nextInt((int) (4 * MILLI));
    }
    long first = afterStart.get(0);
    long latency = afterStart.get(chunks - 1);
    String id = "%026d".formatted(index);
    return RequestRow.newBuilder()
        .setRunId(RUN)
        .setRequestId(id)
        .setLaneId("g0.1.0.p")
        .setProcessId("g0")
        .setPhase("profiling")
        .setPlanIndex(index)
        .setEntryIndex(index % 100)
        .setSessionId("session_%06d".formatted(index))
        .setTurnIndex(0)
        .setCorrelationId(id)
        .setModel("mock-model")
        .setUrlIndex(0)
        .setPromptHash(random.nextLong())
        .setLabels(Map.of())
        .setOutcome("ok")
        .setStatus(200)
        .setReason(null)
        .setMessage(null)
        .setFinishReason("length")
        .setRetries(0)
        .setStaleConnection(false)
        .setSkewed(false)
        .setIncomplete(false)
        .setScheduledEpochNs(start)
        .setHandedEpochNs(start)
        .setConnectStartedEpochNs(null)
        .setConnectedEpochNs(null)
        .setSentEpochNs(start)
        .setWrittenEpochNs(start + 20_000)
        .setHeadersEpochNs(start + first)
        .setFirstByteEpochNs(start + first)
        .setEndedEpochNs(start + latency)
        .setCancelledEpochNs(null)
        .setConnectionReused(true)
        .setBytesSent(3_000)
        .setBytesReceived(200L * chunks)
        .setReads(chunks)
        .setUtf8Replaced(0)
        .setSliceIndex(0)
        .setChunkAfterStartNs(afterStart)
        .setChunkTokens(Collections.nCopies(chunks, 1))
        .setChunkReads(reads)
        .setChunkKinds(List.of())
        .setInputTokens(INPUT_TOKENS)
        .setRequestedOutputTokens(chunks)
        .setOutputTokens(chunks)
        .setReasoningTokens(null)
        .setTokenCorrection(0)
        .setUsagePromptTokens(INPUT_TOKENS)
        .setUsageCompletionTokens(chunks)
        .setUsageReasoningTokens(null)
        .setUsageCachedTokens(0)
        .setUsageTotalTokens(INPUT_TOKENS + chunks)
        .setTimeToFirstTokenNs(first)
        .setTimeToFirstOutputTokenNs(first)
        .setTimeToSecondTokenNs(afterStart.get(1) - first)
        .setInterTokenLatencyPs((latency - first) * 1_000 / (chunks - 1))
        .setRequestLatencyNs(latency)
        .setTimeToFirstTokenFromScheduleNs(first)
        .setRequestLatencyFromScheduleNs(latency)
        .setClientOverheadNs(0L)
        .setSendLagNs(0L)
        .setConnectTimeNs(null)
        .setOutputSequenceLength(chunks)
        .setOutputTokenThroughputPerUserMillionths(
            (chunks - 1) * 1_000_000_000_000_000L / (latency - first))
        .setPrefillThroughputPerUserMillionths(INPUT_TOKENS * 1_000_000_000_000_000L / first)
        .setGood(null)
        .build();
  }
}
