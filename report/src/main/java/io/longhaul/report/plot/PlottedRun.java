package io.longhaul.report.plot;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.RequestSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What plots show of a run; bounded, however long the run was.
 *
 * @param subject the model and the load
 * @param startEpochNanos start of the time axis
 * @param sample valid requests with the metrics {@link #SAMPLED}
 * @param tokens output tokens per second
 * @param tokensNote how tokens are assigned to times
 * @param slices metrics by time slice; without those that are not known by slice
 * @param gpuUtilization mean of all GPUs in percent
 * @param percentiles values of latencies at {@link #PERCENTS}
 */
public record PlottedRun(
    String subject,
    long startEpochNanos,
    RequestSample sample,
    Course tokens,
    String tokensNote,
    Map<Metric, SliceSpread> slices,
    Course gpuUtilization,
    Map<Metric, double[]> percentiles) {
  /** Maximum number of requests that are drawn. */
  static final int MAX_REQUESTS = 2_000;

  /** Returns how many of the valid requests are drawn, as a sentence. */
  static String sampled(long drawn, long of) {
    return drawn < of
        ? "A random sample of %s of the %s valid requests."
            .formatted(Figures.count(drawn), Figures.count(of))
        : "All %s valid requests.".formatted(Figures.count(of));
  }

  /** The latencies that plots show. */
  static final List<Metric> LATENCIES =
      List.of(Metric.TIME_TO_FIRST_TOKEN, Metric.INTER_TOKEN_LATENCY, Metric.REQUEST_LATENCY);

  static final List<Metric> SAMPLED =
      List.of(
          Metric.INPUT_SEQUENCE_LENGTH,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.REQUEST_LATENCY);

  /** From 0.1 to 99.9. */
  static final double[] PERCENTS =
      IntStream.rangeClosed(1, 999).mapToDouble(i -> i / 10.0).toArray();

  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns when each request of the sample started, in seconds since the start. */
  double[] startSeconds() {
    return sample.requests().stream()
        .mapToDouble(request -> seconds(request.startEpochNanos()))
        .toArray();
  }

  /** Returns when each request of the sample ended. */
  double[] endSeconds() {
    return sample.requests().stream()
        .mapToDouble(request -> seconds(request.endEpochNanos()))
        .toArray();
  }

  private double seconds(long epochNanos) {
    return (epochNanos - startEpochNanos) / NANOS_PER_SECOND;
  }

  /**
   * Returns the position of each request of the sample in the order of their starts; estimated if
   * it does not contain all requests.
   */
  double[] numbers() {
    long[] sorted =
        sample.requests().stream()
            .mapToLong(RequestSample.Request::startEpochNanos)
            .sorted()
            .toArray();
    double perRequest = sorted.length == 0 ? 1 : (double) sample.of() / sorted.length;
    return sample.requests().stream()
        .mapToDouble(request -> Arrays.binarySearch(sorted, request.startEpochNanos()) * perRequest)
        .toArray();
  }

  /** Returns the models and the load in AIPerf's configuration tree; empty if it has neither. */
  static String subject(JsonNode inputConfig) {
    String model = RunFigures.model(inputConfig);
    String load = RunFigures.load(inputConfig);
    return List.of(model, load).stream()
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
