package io.longhaul.report.plot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.RandomDraw;
import io.longhaul.report.figures.RequestSample;
import io.longhaul.report.html.TimeBuckets;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads what plots show of a run from the files of AIPerf 0.13, which Longhaul writes, too. Unlike
 * AIPerf's own plots, they do not contain the requests of the warm-up.
 */
public final class AiperfPlots {
  /** Number of steps of figures that are computed from requests or samples. */
  private static final int STEPS = 400;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final ExportLayout layout;
  private final RandomDraw<RequestSample.Request> draw =
      new RandomDraw<>(PlottedRun.MAX_REQUESTS, RequestSample.Request.TIES);
  private long start = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  private AiperfPlots(ExportLayout layout) {
    this.layout = layout;
  }

  /**
   * Reads a run.
   *
   * @throws IOException if a file cannot be read, is invalid, or contains no valid request
   */
  public static PlottedRun read(Path folder) throws IOException {
    return new AiperfPlots(new ExportLayout(folder)).read();
  }

  private PlottedRun read() throws IOException {
    forEachValid(this::offer);
    if (draw.offered() == 0) {
      throw new IOException(layout.recordsJsonl() + " contains no valid request");
    }
    RequestSample sample = new RequestSample(PlottedRun.SAMPLED, draw.offered(), draw.drawn());
    double seconds = (end - start) / NANOS_PER_SECOND;
    TimeBuckets steps = new TimeBuckets(STEPS, 1, seconds / STEPS, seconds);
    return new PlottedRun(
        PlottedRun.subject(tree(layout.profileJson()).path("input_config")),
        start,
        sample,
        tokens(steps),
        "The tokens of a response are spread evenly from its first token to its end.",
        slices(),
        gpuUtilization(steps),
        percentiles(sample));
  }

  private void offer(JsonNode line) {
    long from = line.path("metadata").path("request_start_ns").asLong();
    long until = line.path("metadata").path("request_end_ns").asLong();
    start = Math.min(start, from);
    end = Math.max(end, until);
    draw.offer(
        from,
        until,
        () ->
            new RequestSample.Request(
                from,
                until,
                PlottedRun.SAMPLED.stream().mapToDouble(metric -> value(line, metric)).toArray()));
  }

  private static double value(JsonNode line, Metric metric) {
    return line.path("metrics").path(metric.tag()).path("value").asDouble(Double.NaN);
  }

  /** Reads the valid requests of the profiling phase. */
  private void forEachValid(Consumer<JsonNode> line) throws IOException {
    for (Path part : ExportLayout.parts(layout.recordsJsonl())) {
      ReadJson.eachLine(
          part,
          each -> {
            if (isValid(each)) {
              line.accept(each);
            }
          });
    }
  }

  private static boolean isValid(JsonNode line) {
    JsonNode metadata = line.path("metadata");
    return metadata.path("benchmark_phase").asText().equals("profiling")
        && !metadata.path("was_cancelled").asBoolean()
        && !line.path("error").isObject();
  }

  static JsonNode tree(Path file) throws IOException {
    try {
      return ReadJson.from(file);
    } catch (JsonProcessingException e) {
      throw new IOException("Cannot read " + file + ": it is not JSON", e);
    }
  }

  /** Spreads the tokens of each response evenly over the time in which they arrived. */
  private Course tokens(TimeBuckets steps) throws IOException {
    double[] counts = new double[STEPS];
    forEachValid(
        line -> {
          double ttft = value(line, Metric.TIME_TO_FIRST_TOKEN);
          double from = seconds(line.path("metadata").path("request_start_ns").asLong());
          double until = seconds(line.path("metadata").path("request_end_ns").asLong());
          double first = Double.isFinite(ttft) ? from + ttft / MILLIS_PER_SECOND : from;
          double tokens = value(line, Metric.OUTPUT_SEQUENCE_LENGTH);
          if (Double.isFinite(tokens) && until > first) {
            spread(tokens, first, until, steps.bucketSeconds(), counts);
          }
        });
    Course.Means means = new Course.Means(steps);
    for (int i = 0; i < STEPS; i++) {
      means.add(i, counts[i] / steps.bucketSeconds());
    }
    return means.course();
  }

  private static void spread(
      double tokens, double from, double until, double step, double[] counts) {
    for (int i = (int) Math.max(0, from / step); i < counts.length && i * step < until; i++) {
      double covered = Math.min(until, (i + 1) * step) - Math.max(from, i * step);
      counts[i] += tokens * covered / (until - from);
    }
  }

  private double seconds(long epochNanos) {
    return (epochNanos - start) / NANOS_PER_SECOND;
  }

  private Map<Metric, SliceSpread> slices() throws IOException {
    Map<Metric, SliceSpread> spreads = new EnumMap<>(Metric.class);
    if (!Files.exists(layout.timeslicesJson())) {
      return spreads;
    }
    JsonNode slices = tree(layout.timeslicesJson()).path("timeslices");
    if (slices.isEmpty()) {
      return spreads;
    }
    JsonNode first = slices.get(0);
    double length =
        (first.path("end_ns").asLong() - first.path("start_ns").asLong()) / NANOS_PER_SECOND;
    // Slices in which no request started are not in the file.
    int[] steps = new int[slices.size()];
    for (int i = 0; i < steps.length; i++) {
      long later = slices.get(i).path("start_ns").asLong() - first.path("start_ns").asLong();
      steps[i] = (int) Math.round(later / NANOS_PER_SECOND / length);
    }
    int count = steps[steps.length - 1] + 1;
    TimeBuckets buckets = new TimeBuckets(count, 1, length, count * length);
    for (Metric metric :
        List.of(
            Metric.TIME_TO_FIRST_TOKEN,
            Metric.INTER_TOKEN_LATENCY,
            Metric.REQUEST_LATENCY,
            Metric.REQUEST_THROUGHPUT)) {
      SliceSpread.Builder spread = new SliceSpread.Builder(buckets);
      for (int i = 0; i < steps.length; i++) {
        JsonNode figures = slices.get(i).path(metric.tag());
        spread.add(
            steps[i],
            figures.path("avg").asDouble(Double.NaN),
            figures.path("std").asDouble(Double.NaN),
            figures.path("p50").asDouble(Double.NaN),
            figures.path("p95").asDouble(Double.NaN),
            figures.path("p99").asDouble(Double.NaN));
      }
      spreads.put(metric, spread.build());
    }
    return spreads;
  }

  private Course gpuUtilization(TimeBuckets steps) throws IOException {
    Course.Means means = new Course.Means(steps);
    if (Files.exists(layout.gpuTelemetryJsonl())) {
      ReadJson.eachLine(
          layout.gpuTelemetryJsonl(),
          line -> {
            double at = seconds(line.path("timestamp_ns").asLong());
            JsonNode data = line.path("telemetry_data");
            JsonNode used =
                data.has("nvidia_gpu_utilization")
                    ? data.path("nvidia_gpu_utilization")
                    : data.path("gpu_utilization");
            if (at >= 0 && at < steps.endSeconds()) {
              means.add((int) (at / steps.bucketSeconds()), used.asDouble(Double.NaN));
            }
          });
    }
    return lasting(means.course());
  }

  /** Returns the course in which each value lasts until the next one. */
  private static Course lasting(Course samples) {
    double[] values = samples.values().clone();
    for (int i = 1; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        values[i] = values[i - 1];
      }
    }
    return new Course(samples.edges(), values);
  }

  private static Map<Metric, double[]> percentiles(RequestSample sample) {
    Map<Metric, double[]> percentiles = new EnumMap<>(Metric.class);
    for (Metric metric : PlottedRun.LATENCIES) {
      double[] sorted =
          Arrays.stream(sample.values(metric)).filter(Double::isFinite).sorted().toArray();
      if (sorted.length > 0) {
        percentiles.put(
            metric,
            Arrays.stream(PlottedRun.PERCENTS)
                .map(percent -> sorted[(int) (percent / 100 * (sorted.length - 1))])
                .toArray());
      }
    }
    return percentiles;
  }
}
