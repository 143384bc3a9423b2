package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.cli.coordinator.LiveLane;
import io.longhaul.sinks.report.AiperfResult;
import io.longhaul.sinks.report.Statistic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToLongFunction;

/**
 * A run's state in the Prometheus text format: AIPerf's metrics with the names of AIPerf 0.13,
 * {@code aiperf_TAG_UNIT}, and Longhaul's own with {@code longhaul_…}. All values cover the run so
 * far, not the time since the last scrape.
 */
final class PrometheusExposition {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final Map<Statistic, String> GAUGES =
      Map.of(
          Statistic.AVG, "average",
          Statistic.MIN, "minimum",
          Statistic.MAX, "maximum",
          Statistic.STD, "standard deviation");

  private static final Map<Statistic, String> QUANTILES =
      Map.of(
          Statistic.P1, "0.01",
          Statistic.P5, "0.05",
          Statistic.P10, "0.1",
          Statistic.P25, "0.25",
          Statistic.P50, "0.5",
          Statistic.P75, "0.75",
          Statistic.P90, "0.9",
          Statistic.P95, "0.95",
          Statistic.P99, "0.99");

  private final StringBuilder page = new StringBuilder();
  private final Map<String, String> labels = new LinkedHashMap<>();

  private PrometheusExposition(ApiRunInfo runInfo) {
    for (Map.Entry<String, JsonNode> label : runInfo.labels().entrySet()) {
      labels.put(label.getKey(), label.getValue().asText());
    }
  }

  static String of(ApiRunInfo runInfo, RunState state) {
    PrometheusExposition page = new PrometheusExposition(runInfo);
    page.writeInfo(runInfo);
    page.writeState(state);
    state.metrics().forEach(page::write);
    return page.page.toString();
  }

  private void writeInfo(ApiRunInfo runInfo) {
    Map<String, String> info = new LinkedHashMap<>(labels);
    info.put("version", StateJson.COMPATIBLE_VERSION);
    info.put("longhaul_version", runInfo.toolVersion());
    family(
        "aiperf_info", "gauge", "The run; version is the AIPerf version that defines these names");
    sample("aiperf_info", info, "1");
  }

  private void writeState(RunState state) {
    family("longhaul_run_stage", "gauge", "Stage of the run: 1 for the current stage");
    for (ProgressStage stage : ProgressStage.values()) {
      Map<String, String> with = new LinkedHashMap<>(labels);
      with.put("stage", stage.word());
      sample("longhaul_run_stage", with, stage == state.stage() ? "1" : "0");
    }
    List<LiveLane> measured = state.lanes().stream().filter(lane -> !lane.warmup()).toList();
    write(
        "longhaul_requests_sent_total",
        "counter",
        "Profiling requests sent",
        sum(measured, LiveLane::issued));
    write(
        "longhaul_requests_in_flight",
        "gauge",
        "Requests in flight",
        sum(measured, LiveLane::inFlight));
    write(
        "longhaul_requests_waiting",
        "gauge",
        "Requests that are due and not yet sent",
        sum(measured, LiveLane::backlog));
    write(
        "longhaul_slices_finished_total",
        "counter",
        "Slices included in these metrics",
        state.totals().slices());
    write(
        "longhaul_slices_missing",
        "gauge",
        "Slices missing from these metrics because they were not received",
        state.slicesMissing());
    if (state.newestSlice() >= 0) {
      write(
          "longhaul_newest_slice_trusted",
          "gauge",
          "Whether the newest slice can be trusted",
          state.newestIsTrusted() ? 1 : 0);
    }
  }

  private static long sum(List<LiveLane> lanes, ToLongFunction<LiveLane> figure) {
    return lanes.stream().mapToLong(figure).sum();
  }

  private void write(String name, String type, String help, long value) {
    family(name, type, help);
    sample(name, labels, Long.toString(value));
  }

  /** Writes a distribution as a summary and gauges, a single value as a gauge. */
  private void write(AiperfResult result) {
    String base = "aiperf_" + named(result.tag());
    String unit = result.unit().isEmpty() ? "" : "_" + unitOf(result.unit());
    Map<Statistic, Double> statistics = result.statistics();
    if (result.hasPercentiles()) {
      writeSummary(base + unit, result);
    }
    statistics.forEach(
        (statistic, value) -> {
          if (GAUGES.containsKey(statistic)) {
            writeGauge(base, unit, statistic, GAUGES.get(statistic), result);
          } else if (!result.hasPercentiles() && !QUANTILES.containsKey(statistic)) {
            writeGauge(base, unit, statistic, "observation " + statistic.label(), result);
          }
        });
  }

  private void writeSummary(String name, AiperfResult result) {
    Map<Statistic, Double> statistics = result.statistics();
    family(name, "summary", helpOf(result, ""));
    statistics.forEach(
        (statistic, value) -> {
          if (QUANTILES.containsKey(statistic)) {
            Map<String, String> with = new LinkedHashMap<>(labels);
            with.put("quantile", QUANTILES.get(statistic));
            sample(name, with, numberOf(statistic, value));
          }
        });
    for (Statistic statistic : List.of(Statistic.SUM, Statistic.COUNT)) {
      if (statistics.containsKey(statistic)) {
        String part = name + "_" + statistic.label();
        sample(part, labels, numberOf(statistic, statistics.get(statistic)));
      }
    }
  }

  private void writeGauge(
      String base, String unit, Statistic statistic, String words, AiperfResult result) {
    String name = base + "_" + statistic.label() + unit;
    family(name, "gauge", helpOf(result, " " + words));
    sample(name, labels, numberOf(statistic, result.statistics().get(statistic)));
  }

  private static String helpOf(AiperfResult result, String words) {
    return result.header() + words + " (in " + result.unit() + ")";
  }

  private static String numberOf(Statistic statistic, double value) {
    return statistic == Statistic.COUNT ? Long.toString(Math.round(value)) : Double.toString(value);
  }

  private void family(String name, String type, String help) {
    page.append("# HELP ").append(name).append(' ');
    page.append(help.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
    page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void sample(String name, Map<String, String> with, String value) {
    StringJoiner pairs = new StringJoiner(",", "{", "}");
    with.forEach((label, text) -> pairs.add(label + "=\"" + escaped(text) + '"'));
    page.append(name).append(pairs).append(' ').append(value).append('\n');
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String named(String tag) {
    return tag.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  /** Converts a unit by AIPerf's rules, in AIPerf's order. */
  private static String unitOf(String unit) {
    return named(
        unit.replace("%", "percent")
            .replace("/", "_per_")
            .replace("tokens_per_sec", "tps")
            .replace("__", "_"));
  }
}
