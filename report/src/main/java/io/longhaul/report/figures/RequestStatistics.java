package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Computes exact statistics of requests for several windows in one pass: reads each column once,
 * with one metric in memory at a time. Percentiles are interpolated linearly between ranks and the
 * standard deviation is that of the population, as in AIPerf.
 */
record RequestStatistics(
    PhaseRequests requests, Predicate<Metric> wanted, List<? extends RequestFold> folds) {
  /**
   * Maximum number of gaps between chunks (160 MB); above it, the distribution in the run's summary
   * is used.
   */
  static final long MAX_GAPS = 20_000_000;

  /** Parts of the messages by which servers reject a prompt because of its length. */
  private static final List<String> CONTEXT_OVERFLOWS =
      List.of(
          "context_length_exceeded",
          "context length",
          "context window",
          "maximum model length",
          "prompt is too long",
          "prompt too long",
          "input is too long",
          "longer than the maximum",
          "exceeds the maximum number of tokens");

  /**
   * Adds all values to all folds.
   *
   * @param wanted the metrics that apply to this run
   */
  static void read(PhaseRequests requests, Predicate<Metric> wanted, WindowFold... folds)
      throws IOException {
    RequestStatistics statistics = new RequestStatistics(requests, wanted, List.of(folds));
    statistics.count();
    ReadAhead.forEach(statistics.metrics(), 1, statistics::values, statistics::add);
    readChunkGaps(requests, List.of(folds));
  }

  /** Adds all values except the gaps between chunks, which can be too many. */
  void read() throws IOException {
    count();
    for (Metric metric : metrics()) {
      add(values(metric));
    }
  }

  private void count() throws IOException {
    countRequests();
    countContextOverflows();
  }

  private List<Metric> metrics() {
    return Arrays.stream(Metric.values())
        .filter(metric -> wanted.test(metric) && RequestColumn.isInRows(metric))
        .toList();
  }

  /**
   * The values of a metric.
   *
   * @param asAiperf the values as AIPerf defines them, if that can make a difference
   */
  @SuppressWarnings("ArrayRecordComponent") // Lives within one computation; never compared.
  private record Values(Metric metric, long[] values, Optional<long[]> asAiperf) {}

  private Values values(Metric metric) throws IOException {
    return new Values(
        metric,
        requests.values(metric),
        metric == Metric.INTER_TOKEN_LATENCY
            ? Optional.of(requests.aiperfValues(metric))
            : Optional.empty());
  }

  private void add(Values read) {
    for (RequestFold fold : folds) {
      fold.add(read.metric(), read.values());
    }
    read.asAiperf()
        .ifPresent(
            asAiperf -> {
              boolean differ = !Arrays.equals(read.values(), asAiperf);
              for (RequestFold fold : folds) {
                fold.addAsAiperf(read.metric(), asAiperf, differ);
              }
            });
  }

  private static void readChunkGaps(PhaseRequests requests, List<WindowFold> folds)
      throws IOException {
    ChunkTimes chunks = requests.chunks();
    if (!chunks.isComplete()) {
      return;
    }
    for (WindowFold fold : folds) {
      chunks.forEach((row, afterStart, count) -> fold.announceGaps(row, count - 1));
      fold.beginGaps();
      chunks.forEach(fold::addGaps);
      fold.endGaps();
    }
  }

  private void countRequests() throws IOException {
    long[] good = requests.good();
    long[] latency = requests.values(Metric.REQUEST_LATENCY);
    long[] length = requests.values(Metric.OUTPUT_SEQUENCE_LENGTH);
    for (int row = 0; row < requests.rows(); row++) {
      if (requests.isValid(row)) {
        long start = requests.startEpochNanos(row);
        fold(row, Metric.REQUEST_COUNT, 1);
        fold(row, Metric.MIN_REQUEST_TIMESTAMP, start);
        fold(row, Metric.MAX_RESPONSE_TIMESTAMP, start + latency[row]);
        if (good[row] != PhaseRequests.NONE) {
          fold(row, Metric.GOOD_OUTPUT_TOKENS, good[row] * Math.max(length[row], 0));
        }
      } else if (requests.isError(row)) {
        fold(row, Metric.ERROR_REQUEST_COUNT, 1);
      }
    }
  }

  /** Counts context overflows; the count exists, possibly as 0, if any request failed. */
  private void countContextOverflows() throws IOException {
    requests.forEachErrorText(
        (row, text) -> fold(row, Metric.CONTEXT_OVERFLOW_COUNT, isContextOverflow(text) ? 1 : 0));
  }

  private static boolean isContextOverflow(@Nullable String message) {
    if (message == null) {
      return false;
    }
    String text = message.toLowerCase(Locale.ROOT);
    return CONTEXT_OVERFLOWS.stream().anyMatch(text::contains);
  }

  private void fold(int row, Metric metric, long value) {
    for (RequestFold fold : folds) {
      fold.fold(row, metric, value);
    }
  }
}
