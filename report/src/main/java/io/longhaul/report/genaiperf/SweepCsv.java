package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * {@code analyze_export_genai_perf.csv} in the layout of GenAI-Perf 0.0.16: the points of a sweep,
 * the highest throughput first, and their GPUs. Units are those of the points' own files, whereas
 * GenAI-Perf's table has memory in MiB / 1.0024 and energy in kJ under its headers of GB and MJ.
 */
public final class SweepCsv {
  private static final int DECIMALS = 2;

  private final CsvText csv = new CsvText();
  private final List<Point> points;

  private SweepCsv(List<Point> points) {
    this.points = points;
  }

  /**
   * A point of the sweep.
   *
   * @param name name in the table
   * @param figures content of its {@code profile_export_genai_perf.json}
   */
  public record Point(String name, JsonNode figures) {

    /** Reads a point's document. */
    public static Point of(String name, Path genAiPerfJson) throws IOException {
      return new Point(name, ReadJson.from(genAiPerfJson));
    }

    private JsonNode stimulus() {
      return figures.at("/input_config/perf_analyzer/stimulus");
    }

    private double of(GenAiPerfMetric metric, Statistic statistic) {
      return figures.path(metric.tag()).path(statistic.label()).asDouble();
    }

    private double of(GpuFigure figure, String gpu, Statistic statistic) {
      return gpus(figure).path(gpu).path(statistic.label()).asDouble();
    }

    private JsonNode gpus(GpuFigure figure) {
      return figures.path(GenAiPerfJson.TELEMETRY).path(figure.tag());
    }
  }

  /**
   * Writes the table.
   *
   * @param points at least one, in the order of the sweep
   */
  public static void write(Path file, List<Point> points) throws IOException {
    Comparator<Point> byThroughput =
        Comparator.comparingDouble(
            point -> point.of(GenAiPerfMetric.REQUEST_THROUGHPUT, Statistic.AVG));
    SweepCsv table = new SweepCsv(points.stream().sorted(byThroughput.reversed()).toList());
    table.writePoints();
    List<String> gpus = table.gpus();
    if (!gpus.isEmpty()) {
      table.writeGpus(gpus);
    }
    table.csv.replace(file);
  }

  private void writePoints() {
    boolean byRate = points.get(0).stimulus().has("request_rate");
    csv.texts(
            List.of(
                "Config Name",
                byRate ? "Request Rate" : "Concurrency",
                "ISL",
                "Num Dataset Entries",
                "p99 Time To First Token (ms)",
                "p99 Inter Token Latency (ms)",
                "p99 Request Latency (ms)",
                "p99 Output Sequence Length (tokens)",
                "Avg. Output Token Throughput (tokens/sec)",
                "Request Throughput (requests/sec)"))
        .endLine();
    for (Point point : points) {
      csv.text(point.name());
      csv.text(point.stimulus().path(byRate ? "request_rate" : "concurrency").asText());
      csv.integer((long) point.of(GenAiPerfMetric.INPUT_SEQUENCE_LENGTH, Statistic.P99));
      csv.integer(point.figures().at("/input_config/input/num_dataset_entries").asLong());
      number(point.of(GenAiPerfMetric.TIME_TO_FIRST_TOKEN, Statistic.P99));
      number(point.of(GenAiPerfMetric.INTER_TOKEN_LATENCY, Statistic.P99));
      number(point.of(GenAiPerfMetric.REQUEST_LATENCY, Statistic.P99));
      number(point.of(GenAiPerfMetric.OUTPUT_SEQUENCE_LENGTH, Statistic.P99));
      number(point.of(GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT, Statistic.AVG));
      number(point.of(GenAiPerfMetric.REQUEST_THROUGHPUT, Statistic.AVG));
      csv.endLine();
    }
  }

  /** Returns the GPUs with power figures in the first point. */
  private List<String> gpus() {
    List<String> gpus = new ArrayList<>();
    for (Map.Entry<String, JsonNode> gpu :
        points.get(0).gpus(GpuFigure.GPU_POWER_USAGE).properties()) {
      if (gpu.getValue().isObject()) {
        gpus.add(gpu.getKey());
      }
    }
    return gpus;
  }

  private void writeGpus(List<String> gpus) {
    csv.endLine();
    csv.texts(
            List.of(
                "Config Name",
                "GPU",
                "p99 GPU Power Usage (W)",
                "p99 GPU Energy Consumption (MJ)",
                "p99 GPU Utilization (%)",
                "p99 GPU Memory Used (GB)",
                "Avg. GPU Power Limit (W)",
                "Avg. GPU Total Memory (GB)"))
        .endLine();
    for (String gpu : gpus) {
      for (Point point : points) {
        csv.text(point.name()).text(gpu);
        number(point.of(GpuFigure.GPU_POWER_USAGE, gpu, Statistic.P99));
        number(point.of(GpuFigure.ENERGY_CONSUMPTION, gpu, Statistic.P99));
        number(point.of(GpuFigure.GPU_UTILIZATION, gpu, Statistic.P99));
        number(point.of(GpuFigure.GPU_MEMORY_USED, gpu, Statistic.P99));
        number(point.of(GpuFigure.GPU_POWER_LIMIT, gpu, Statistic.AVG));
        number(point.of(GpuFigure.TOTAL_GPU_MEMORY, gpu, Statistic.AVG));
        csv.endLine();
      }
    }
  }

  private void number(double value) {
    csv.number(value, DECIMALS);
  }
}
