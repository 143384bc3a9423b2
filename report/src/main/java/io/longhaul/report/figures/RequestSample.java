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
import java.util.PriorityQueue;

/**
 * Some of the valid requests of the profiling phase, drawn at random: each request is in the sample
 * with the same probability, whatever its values. The draw depends only on the times of the
 * requests, so that the same requests give the same sample in whatever order they are stored.
 *
 * @param metrics the metrics of each request
 * @param of number of valid requests from which the sample was drawn
 * @param requests values of each request in display units, in the order of {@code metrics}; NaN if
 *     a request has no value
 */
public record RequestSample(List<Metric> metrics, long of, List<double[]> requests) {

  /** A request, and its position in the random order. */
  private record Drawn(long order, double[] values) {
    private static final Comparator<Drawn> ORDER =
        Comparator.comparingLong(Drawn::order).thenComparing(Drawn::values, Arrays::compare);
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
    PriorityQueue<Drawn> drawn = new PriorityQueue<>(Drawn.ORDER.reversed());
    long[] valid = new long[1];
    blocks.forEach(
        RowPhase.PROFILING,
        report.lastSlice(),
        EnumSet.copyOf(metrics),
        block -> valid[0] += draw(block, metrics, most, drawn));
    return new RequestSample(
        List.copyOf(metrics),
        valid[0],
        drawn.stream().sorted(Drawn.ORDER).map(Drawn::values).toList());
  }

  /** Draws from a block and returns its number of valid requests. */
  private static long draw(
      PhaseRequests block, List<Metric> metrics, int most, PriorityQueue<Drawn> drawn)
      throws IOException {
    if (block.isEmpty()) {
      return 0;
    }
    long[][] columns = new long[metrics.size()][];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = block.values(metrics.get(i));
    }
    long valid = 0;
    for (int row = 0; row < block.rows(); row++) {
      if (block.isValid(row)) {
        valid++;
        long order = mixed(31 * block.startEpochNanos(row) + block.endEpochNanos(row));
        if (drawn.size() < most || order < drawn.element().order()) {
          drawn.add(new Drawn(order, values(metrics, columns, row)));
        }
        if (drawn.size() > most) {
          drawn.remove();
        }
      }
    }
    return valid;
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

  /** Returns a number without relation to the given one: the finalizer of SplitMix64. */
  private static long mixed(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
