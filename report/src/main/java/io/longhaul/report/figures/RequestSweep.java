package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.sweep.SweepBuilder;
import io.longhaul.metrics.sweep.SweepCurves;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Builds the curves of concurrency and throughput of a phase from its rows. Every request counts
 * while it was in flight, whatever its outcome; tokens are those of valid requests.
 */
final class RequestSweep {
  /** Maximum number of requests: about 300 MB of curves. */
  static final int MAX_REQUESTS = 1_000_000;

  /** Maximum number of gaps; above it, the tokens of a response are distributed evenly over it. */
  static final int MAX_GAPS = 4_000_000;

  private RequestSweep() {}

  /** Returns the statistics of the curves over each window; none if there are too many requests. */
  static List<WindowStatistics> over(
      PhaseRequests requests, boolean streaming, List<AiperfSlices.Bounds> windows)
      throws IOException {
    if (requests.rows() > MAX_REQUESTS) {
      return Collections.nCopies(windows.size(), WindowStatistics.NONE);
    }
    List<SweepCurves.Window> times =
        windows.stream()
            .map(each -> new SweepCurves.Window(each.startEpochNanos(), each.endEpochNanos()))
            .toList();
    return curves(requests, streaming).over(times).stream()
        .map(statistics -> new WindowStatistics(statistics, Map.of()))
        .toList();
  }

  private static SweepCurves curves(PhaseRequests requests, boolean streaming) throws IOException {
    long[] firstChunk = requests.values(Metric.TIME_TO_FIRST_TOKEN);
    long[] input = requests.values(Metric.INPUT_SEQUENCE_LENGTH);
    long[] output = requests.values(Metric.OUTPUT_SEQUENCE_LENGTH);
    long gaps = requests.chunks().gaps();
    SweepBuilder curves = new SweepBuilder(streaming, gaps > 0 && gaps <= MAX_GAPS);
    for (int row = 0; row < requests.rows(); row++) {
      if (requests.ran(row)) {
        long start = requests.startEpochNanos(row);
        curves.request(
            start,
            requests.endEpochNanos(row),
            firstChunk[row] == PhaseRequests.NONE ? PhaseRequests.NONE : start + firstChunk[row],
            input[row],
            output[row]);
      }
    }
    if (gaps <= MAX_GAPS) {
      requests
          .chunks()
          .forEach(
              (row, afterStart, count) ->
                  curves.chunks(
                      requests.startEpochNanos(row),
                      requests.endEpochNanos(row),
                      afterStart,
                      count,
                      output[row]));
    }
    return curves.build();
  }
}
