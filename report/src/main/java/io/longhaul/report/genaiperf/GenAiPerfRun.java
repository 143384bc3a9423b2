package io.longhaul.report.genaiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.Statistic;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/**
 * A run in the lake as the Perf Analyzer would have recorded it: only the successful requests of
 * the profiling phase, since the Perf Analyzer stops at the first failure.
 */
public record GenAiPerfRun(
    RunReport report, Lake lake, GenAiPerfEndpoint endpoint, SessionNames sessions) {

  /**
   * Creates the view of a report.
   *
   * @throws IOException if GenAI-Perf has no endpoint like the run's, or the lake cannot be read
   */
  public static GenAiPerfRun of(RunReport report, Lake lake) throws IOException {
    String type = report.run().getEndpointType();
    GenAiPerfEndpoint endpoint =
        GenAiPerfEndpoint.named(type)
            .orElseThrow(
                () ->
                    new IOException(
                        "Cannot write GenAI-Perf's files: the run's endpoint is '"
                            + type
                            + "' ("
                            + GenAiPerfEndpoint.allTypedNames()
                            + ")"));
    SessionNames sessions =
        endpoint.hasTokens() ? SessionNames.of(lake, report.run().getRunId()) : SessionNames.NONE;
    return new GenAiPerfRun(report, lake, endpoint, sessions);
  }

  /** Receives the requests one by one. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Receives the next request.
     *
     * @param row the row of the request; reused for the next one
     * @throws IOException if processing fails
     */
    void request(RecordedRequest request, RequestRow row) throws IOException;
  }

  public boolean streaming() {
    return report.run().getStreaming();
  }

  /** Returns whether the run has SLOs. */
  public boolean hasSlos() {
    return !report.run().getObjectives().isEmpty();
  }

  /** Reads the requests in no particular order, with one in memory. */
  public void forEach(Reader reader) throws IOException {
    lake.forEach(
        Dataset.REQUESTS,
        report.run().getRunId(),
        row -> {
          if (isSuccessful(row)) {
            RecordedRequest request = recorded(row);
            if (request.isInTime()) {
              reader.request(request, row);
            }
          }
        });
  }

  /** Returns the figures of GPUs over the window of the run. */
  public Map<GpuFigure, SortedMap<String, Map<Statistic, Double>>> gpus() throws IOException {
    GpuFiguresFold fold = new GpuFiguresFold(report.startEpochNanos(), report.endEpochNanos());
    lake.forEach(Dataset.GPU_SAMPLES, report.run().getRunId(), fold::add);
    return fold.finish();
  }

  /**
   * Returns whether the request is valid, in the profiling phase and, after a crash, in a finished
   * slice.
   */
  private boolean isSuccessful(RequestRow row) {
    return RowPhase.PROFILING.matches(row.getPhase())
        && RowFacts.isValid(row)
        && (report.hasSummary()
            || report.slices().isEmpty()
            || row.getSliceIndex() < report.slices().size());
  }

  private RecordedRequest recorded(RequestRow row) {
    long start = new RowFacts(row).startOrHandedNanos();
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
