package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The valid and failed requests of a run's profiling phase, read once in bounded memory, for
 * figures that a {@link RunReport} does not contain.
 *
 * @param metrics the metrics to read, which {@code requests} must contain
 */
public record MeasuredRequests(Lake lake, RunReport report, List<Metric> metrics) {
  /** A request does not have a metric. */
  public static final long NONE = PhaseRequests.NONE;

  public MeasuredRequests {
    metrics = List.copyOf(metrics);
  }

  /** Receives one request after another. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @param isValid whether the request is valid; otherwise it failed
     * @param values stored value of each metric, or {@link #NONE}; reused for the next request
     */
    void request(long endedEpochNanos, boolean isValid, long[] values);
  }

  /** Reads all requests, those of one file after those of another. */
  public void forEach(Reader reader) throws IOException {
    RequestBlocks blocks =
        RequestBlocks.of(
            new ParquetFooters(),
            lake.files(Dataset.REQUESTS, report.run().getRunId()),
            RequestBlocks.MAX_ROWS_OF_BLOCK);
    blocks.forEach(
        RowPhase.PROFILING, report.lastSlice(), Set.copyOf(metrics), block -> read(block, reader));
  }

  private void read(PhaseRequests block, Reader reader) throws IOException {
    if (block.isEmpty()) {
      return;
    }
    List<long[]> columns = new ArrayList<>();
    for (Metric metric : metrics) {
      columns.add(block.values(metric));
    }
    long[] values = new long[columns.size()];
    for (int row = 0; row < block.rows(); row++) {
      if (block.isCompleted(row)) {
        for (int i = 0; i < values.length; i++) {
          values[i] = columns.get(i)[row];
        }
        reader.request(block.endEpochNanos(row), block.isValid(row), values);
      }
    }
  }
}
