package io.longhaul.cli.calibrate;

import io.longhaul.export.RequestRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.stats.Percentiles;
import io.longhaul.mock.truth.TruthLogEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Compares the rows of a step with the truth log of its server. Both processes read the same
 * monotonic clock, so the differences contain the error of Longhaul's timestamps, and the time that
 * the kernel and a waiting server need, which Longhaul cannot know. Not thread-safe.
 */
final class StepMeasurement {
  private static final String MEASURED_PHASE = "profiling";
  private static final String COMPLETE = "ok";
  private static final double NANOS_PER_SECOND = 1e9;

  private final int requestsPerSecond;
  private final double seconds;
  private final Map<String, TruthLogEntry> truth;
  private final DoubleStream.Builder ttftErrors = DoubleStream.builder();
  private final DoubleStream.Builder itlErrors = DoubleStream.builder();
  private final DoubleStream.Builder sendLags = DoubleStream.builder();
  private long requests;
  private long incomplete;
  private long chunks;
  private double openNanos;
  private int slices;
  private int untrusted;

  /**
   * @param requestsPerSecond planned rate
   * @param seconds planned duration
   * @param truth the server's log, by request ID
   */
  StepMeasurement(int requestsPerSecond, double seconds, Map<String, TruthLogEntry> truth) {
    this.requestsPerSecond = requestsPerSecond;
    this.seconds = seconds;
    this.truth = truth;
  }

  /** Adds a request; ignores those of the warm-up. */
  void add(RequestRow row) {
    if (!row.getPhase().equals(MEASURED_PHASE)) {
      return;
    }
    requests++;
    if (row.getSendLagNs() != null) {
      sendLags.add(row.getSendLagNs());
    }
    if (row.getSentEpochNs() != null) {
      openNanos += row.getEndedEpochNs() - row.getSentEpochNs();
    }
    List<Long> arrivals = row.getChunkAfterStartNs();
    chunks += arrivals.size();
    TruthLogEntry entry = truth.get(row.getRequestId());
    Long ttft = row.getTimeToFirstTokenNs();
    if (entry == null || ttft == null || !row.getOutcome().equals(COMPLETE)) {
      incomplete++;
      return;
    }
    double gaps = arrivals.get(arrivals.size() - 1) - arrivals.get(0);
    double interToken = gaps / Math.max(1, arrivals.size() - 1);
    ttftErrors.add((double) Math.abs(ttft - entry.timeToFirstTokenNanos()));
    itlErrors.add(Math.abs(interToken - entry.interTokenNanos()));
  }

  /** Adds a slice. */
  void add(SliceRow row) {
    if (!row.getEmpty()) {
      slices++;
      untrusted += row.getTrusted() ? 0 : 1;
    }
  }

  /** Returns the result of all rows; call it once. */
  StepResult result() {
    double[] ttft = sorted(ttftErrors);
    return new StepResult(
        requestsPerSecond,
        requests,
        incomplete,
        openNanos / NANOS_PER_SECOND / seconds,
        chunks / seconds,
        percentile(50, ttft),
        percentile(99, ttft),
        percentile(99, sorted(itlErrors)),
        percentile(99, sorted(sendLags)),
        slices,
        untrusted);
  }

  private static double[] sorted(DoubleStream.Builder values) {
    double[] all = values.build().toArray();
    Arrays.sort(all);
    return all;
  }

  private static double percentile(double percent, double[] sorted) {
    return sorted.length == 0 ? Double.NaN : Percentiles.ofSorted(percent, sorted);
  }
}
