package io.longhaul.sinks.genaiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.RowFacts;
import io.longhaul.sinks.report.RunReport;
import io.longhaul.sinks.report.Statistic;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/**
 * A run in the lake as the Perf Analyzer would have recorded it: the requests of the load that were
 * answered well. It records no other, and would have ended at the first that failed.
 */
public final class GenAiPerfRun {
  private final RunReport report;
  private final Lake lake;
  private final GenAiPerfEndpoint endpoint;
  private final SessionNames sessions;

  /**
   * A run that has been read.
   *
   * @throws IOException when GenAI-Perf has no endpoint like the run's, or the lake cannot be read
   */
  public GenAiPerfRun(RunReport report, Lake lake) throws IOException {
    this.report = report;
    this.lake = lake;
    String type = report.run().getEndpointType();
    this.endpoint =
        GenAiPerfEndpoint.named(type)
            .orElseThrow(
                () ->
                    new IOException(
                        "Cannot write GenAI-Perf's files: the run's endpoint is '"
                            + type
                            + "' ("
                            + GenAiPerfEndpoint.allTypedNames()
                            + ")"));
    this.sessions =
        endpoint.hasTokens() ? SessionNames.of(lake, report.run().getRunId()) : SessionNames.none();
  }

  /** Takes the requests one by one. */
  @FunctionalInterface
  public interface Reader {
    /**
     * The next request.
     *
     * @param row it was made of; another request's afterwards
     * @throws IOException when what is made of it cannot be written
     */
    void request(RecordedRequest request, RequestRow row) throws IOException;
  }

  public RunReport report() {
    return report;
  }

  public GenAiPerfEndpoint endpoint() {
    return endpoint;
  }

  public boolean streaming() {
    return report.run().getStreaming();
  }

  /** Whether something was promised, so that requests are good or not. */
  public boolean promised() {
    return !report.run().getObjectives().isEmpty();
  }

  /** Reads them in no order of their own; nothing is kept. */
  public void forEach(Reader reader) throws IOException {
    lake.forEach(
        Dataset.REQUESTS,
        report.run().getRunId(),
        row -> {
          if (isAnswered(row)) {
            RecordedRequest request = recorded(row);
            if (request.isInTime()) {
              reader.request(request, row);
            }
          }
        });
  }

  /** GPUs over the window of the run. */
  public Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus() throws IOException {
    GpuFiguresFold fold = new GpuFiguresFold(report.startEpochNanos(), report.endEpochNanos());
    lake.forEach(Dataset.GPU_SAMPLES, report.run().getRunId(), fold::add);
    return fold.finish();
  }

  /** Of the load, and valid; after a crash, in a slice that was finished. */
  private boolean isAnswered(RequestRow row) {
    return row.getPhase().equals("profiling")
        && RowFacts.isValid(row)
        && (report.hasSummary()
            || report.slices().isEmpty()
            || row.getSliceIndex() < report.slices().size());
  }

  private RecordedRequest recorded(RequestRow row) {
    long start = RowFacts.of(row).startOrHandedNanos();
    long[] responses = new long[row.getChunkAfterStartNs().size()];
    for (int i = 0; i < responses.length; i++) {
      responses[i] = start + row.getChunkAfterStartNs().get(i);
    }
    return new RecordedRequest(
        start,
        responses,
        countOf(row.getInputTokens()),
        countOf(row.getOutputSequenceLength()),
        Boolean.TRUE.equals(row.getGood()),
        sessions.of(row));
  }

  private static int countOf(Integer tokens) {
    return tokens == null ? RecordedRequest.NO_COUNT : tokens;
  }
}
