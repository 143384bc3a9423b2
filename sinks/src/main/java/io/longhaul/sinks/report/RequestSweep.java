package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.sweep.SweepBuilder;
import io.longhaul.metrics.sweep.SweepCurves;
import java.io.IOException;
import java.util.Optional;

/**
 * What the requests of a phase did together at each moment, from their rows. Every request counts
 * while it ran, whatever became of it; tokens are those of valid requests.
 */
final class RequestSweep {
  /** About 300 MB of curves. */
  static final int MOST_REQUESTS = 1_000_000;

  /** Above so many gaps between chunks an answer's tokens are spread evenly over its stream. */
  static final int MOST_GAPS = 4_000_000;

  private RequestSweep() {}

  /** Empty when there are too many. */
  static Optional<SweepCurves> sweep(PhaseRequests requests, boolean streaming) throws IOException {
    if (requests.rows() > MOST_REQUESTS) {
      return Optional.empty();
    }
    long[] firstChunk = requests.values(Metric.TIME_TO_FIRST_TOKEN);
    long[] input = requests.values(Metric.INPUT_SEQUENCE_LENGTH);
    long[] output = requests.values(Metric.OUTPUT_SEQUENCE_LENGTH);
    long gaps = countGaps(requests);
    SweepBuilder curves = new SweepBuilder(streaming, gaps > 0 && gaps <= MOST_GAPS);
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
    requests.forEachChunks(
        (row, afterStart, count) ->
            curves.chunks(
                requests.startEpochNanos(row),
                requests.endEpochNanos(row),
                afterStart,
                count,
                output[row]));
    return Optional.of(curves.build());
  }

  private static long countGaps(PhaseRequests requests) throws IOException {
    long[] gaps = new long[1];
    requests.forEachChunks((row, afterStart, count) -> gaps[0] += count - 1);
    return gaps[0];
  }
}
