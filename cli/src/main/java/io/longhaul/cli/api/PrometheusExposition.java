package io.longhaul.cli.api;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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
  private final String labels;

  private PrometheusExposition(ApiRunInfo runInfo) {
    labels =
        runInfo.labels().properties().stream()
            .map(label -> pair(label.getKey(), label.getValue().asText()))
            .collect(Collectors.joining(","));
  }

  static String of(ApiRunInfo runInfo, RunState state) {
    PrometheusExposition page = new PrometheusExposition(runInfo);
    page.writeInfo(runInfo);
    page.writeState(state);
    state.metrics().forEach(page::write);
    return page.page.toString();
  }

  private void writeInfo(ApiRunInfo runInfo) {
    family(
        "aiperf_info", "gauge", "The run; version is the AIPerf version that defines these names");
    sample(
        "aiperf_info",
        "1",
        pair("version", StateJson.COMPATIBLE_VERSION),
        pair("longhaul_version", runInfo.toolVersion()));
  }

  private void writeState(RunState state) {
    family("longhaul_run_stage", "gauge", "Stage of the run: 1 for the current stage");
    for (ProgressStage stage : ProgressStage.values()) {
      String value = stage == state.stage() ? "1" : "0";
      sample("longhaul_run_stage", value, pair("stage", stage.word()));
    }
    List<LiveLane> measured = state.lanes().stream().filter(lane -> !lane.warmup()).toList();
    long sent = StateJson.sum(measured, LiveLane::issued);
    long inFlight = StateJson.sum(measured, LiveLane::inFlight);
    long waiting = StateJson.sum(measured, LiveLane::backlog);
    long slices = state.totals().slices();
    counter("longhaul_requests_sent_total", "Profiling requests sent", sent);
    gauge("longhaul_requests_in_flight", "Requests in flight", inFlight);
    gauge("longhaul_requests_waiting", "Requests that are due and not yet sent", waiting);
    counter("longhaul_slices_finished_total", "Slices included in these metrics", slices);
    gauge(
        "longhaul_slices_missing",
        "Slices missing from these metrics because they were not received",
        state.slicesMissing());
    if (state.hasSlices()) {
      gauge(
          "longhaul_newest_slice_trusted",
          "Whether the newest slice can be trusted",
          state.newestIsTrusted() ? 1 : 0);
    }
  }

  private void counter(String name, String help, long value) {
    family(name, "counter", help);
    sample(name, Long.toString(value));
  }

  private void gauge(String name, String help, long value) {
    family(name, "gauge", help);
    sample(name, Long.toString(value));
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
            writeGauge(base, unit, statistic, GAUGES.get(statistic), value, result);
          } else if (!result.hasPercentiles() && !QUANTILES.containsKey(statistic)) {
            writeGauge(base, unit, statistic, "observation " + statistic.label(), value, result);
          }
        });
  }

  private void writeSummary(String name, AiperfResult result) {
    Map<Statistic, Double> statistics = result.statistics();
    family(name, "summary", helpOf(result, ""));
    statistics.forEach(
        (statistic, value) -> {
          if (QUANTILES.containsKey(statistic)) {
            sample(name, numberOf(statistic, value), pair("quantile", QUANTILES.get(statistic)));
          }
        });
    for (Statistic statistic : List.of(Statistic.SUM, Statistic.COUNT)) {
      if (statistics.containsKey(statistic)) {
        sample(name + "_" + statistic.label(), numberOf(statistic, statistics.get(statistic)));
      }
    }
  }

  private void writeGauge(
      String base,
      String unit,
      Statistic statistic,
      String words,
      double value,
      AiperfResult result) {
    String name = base + "_" + statistic.label() + unit;
    family(name, "gauge", helpOf(result, " " + words));
    sample(name, numberOf(statistic, value));
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

  private void sample(String name, String value, String... moreLabels) {
    page.append(name).append('{').append(labels);
    for (String label : moreLabels) {
      page.append(',').append(label);
    }
    page.append("} ").append(value).append('\n');
  }

  /** Returns a label with its escaped text. */
  private static String pair(String label, String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return label + "=\"" + escaped + '"';
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
