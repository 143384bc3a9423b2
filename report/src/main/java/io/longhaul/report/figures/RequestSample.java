package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;

/**
 * Some of the valid requests of the profiling phase, as {@link RandomDraw} draws them.
 *
 * @param metrics the metrics of each request
 * @param of number of valid requests from which the sample was drawn
 * @param requests in random order
 */
public record RequestSample(List<Metric> metrics, long of, List<Request> requests) {

  /**
   * A request of the sample.
   *
   * @param values its values in display units, in the order of the metrics; NaN if it has none
   */
  public record Request(long startEpochNanos, long endEpochNanos, double[] values) {
    /** The order of requests with the same times. */
    public static final Comparator<Request> TIES =
        Comparator.comparing(Request::values, Arrays::compare);
  }

  public RequestSample {
    metrics = List.copyOf(metrics);
    requests = List.copyOf(requests);
  }

  /**
   * Reads the sample of a run.
   *
   * @param most maximum number of requests in the sample
   */
  public static RequestSample read(Lake lake, RunReport report, List<Metric> metrics, int most)
      throws IOException {
    RequestBlocks blocks =
        RequestBlocks.of(
            new ParquetFooters(),
            lake.files(Dataset.REQUESTS, report.run().getRunId()),
            RequestBlocks.MAX_ROWS_OF_BLOCK);
    RandomDraw<Request> draw = new RandomDraw<>(most, Request.TIES);
    blocks.forEach(
        RowPhase.PROFILING,
        report.lastSlice(),
        EnumSet.copyOf(metrics),
        block -> offer(block, metrics, draw));
    return new RequestSample(metrics, draw.offered(), draw.drawn());
  }

  private static void offer(PhaseRequests block, List<Metric> metrics, RandomDraw<Request> draw)
      throws IOException {
    if (block.isEmpty()) {
      return;
    }
    long[][] columns = new long[metrics.size()][];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = block.values(metrics.get(i));
    }
    for (int each = 0; each < block.rows(); each++) {
      int row = each;
      if (block.isValid(row)) {
        long start = block.startEpochNanos(row);
        long end = block.endEpochNanos(row);
        draw.offer(start, end, () -> new Request(start, end, values(metrics, columns, row)));
      }
    }
  }

  private static double[] values(List<Metric> metrics, long[][] columns, int row) {
    double[] values = new double[columns.length];
    for (int i = 0; i < values.length; i++) {
      long stored = columns[i][row];
      values[i] =
          stored == PhaseRequests.NONE
              ? Double.NaN
              : metrics.get(i).unit().toDisplay((double) stored);
    }
    return values;
  }

  /** Returns the values of a metric in display units; NaN for requests without a value. */
  public double[] values(Metric metric) {
    int index = metrics.indexOf(metric);
    return requests.stream().mapToDouble(request -> request.values()[index]).toArray();
  }
}
