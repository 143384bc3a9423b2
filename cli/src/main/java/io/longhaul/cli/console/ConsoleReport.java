package io.longhaul.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The result of a run as text: metrics, errors, GPUs, slices, where every request went, and where
 * the files are. Everything is read back from {@code longhaul.json} and {@code slices.json}.
 */
public final class ConsoleReport {
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(64)
                      .maxStringLength(4 << 20)
                      .build())
              .build());

  /** What has many values per run, in the order in which AIPerf shows it. */
  private static final List<String> DISTRIBUTED =
      List.of(
          "time_to_first_token",
          "time_to_first_token_from_schedule",
          "time_to_second_token",
          "time_to_first_output_token",
          "request_latency",
          "request_latency_from_schedule",
          "inter_token_latency",
          "inter_chunk_latency",
          "inter_read_latency",
          "output_token_throughput_per_user",
          "prefill_throughput_per_user",
          "output_sequence_length",
          "input_sequence_length",
          "client_overhead",
          "send_lag",
          "connect_time");

  private static final List<String> STATISTICS =
      List.of("avg", "min", "max", "p99", "p90", "p50", "std");

  /** What has one value per run. */
  private static final List<String> SINGLE =
      List.of(
          "request_throughput",
          "output_token_throughput",
          "arrived_token_throughput",
          "goodput",
          "request_count",
          "error_request_count",
          "benchmark_duration");

  /** Members of a GPU, and how a person is told of them. */
  private static final List<Map.Entry<String, String>> HARDWARE_EVENTS =
      List.of(
          Map.entry("power_violation_seconds", "clocks held down by power for %s s"),
          Map.entry("thermal_violation_seconds", "clocks held down by heat for %s s"),
          Map.entry("ecc_single_bit_errors", "%s single-bit memory errors"),
          Map.entry("ecc_double_bit_errors", "%s double-bit memory errors"),
          Map.entry("pcie_replays", "%s PCIe replays"),
          Map.entry("nvlink_crc_errors", "%s NVLink errors"),
          Map.entry("xid_last", "last XID %s"));

  private static final int MOST_SLICES = 24;
  private static final double BYTES_PER_GIB = 1L << 30;

  private final ExportLayout layout;
  private final Path lake;
  private final JsonNode run;
  private final JsonNode slices;

  /**
   * Reads the documents.
   *
   * @param lake where the rows are; elsewhere when a job elsewhere wrote them
   * @throws IOException when they are not there
   */
  public ConsoleReport(ExportLayout layout, Path lake) throws IOException {
    this.layout = layout;
    this.lake = lake;
    this.run = read(layout.longhaulJson());
    this.slices = read(layout.slicesJson());
  }

  private static JsonNode read(Path document) throws IOException {
    return JSON.readTree(Files.readAllBytes(document));
  }

  /** All tables, ending with a line break. */
  public String text() {
    StringBuilder text = new StringBuilder();
    banner(text);
    metrics(text);
    thresholds(text);
    errors(text);
    gpus(text);
    sliceTable(text);
    accounting(text);
    files(text);
    return text.toString();
  }

  private void banner(StringBuilder text) {
    JsonNode status = run.path("status");
    if (!status.path("complete").asBoolean()) {
      text.append("\nINCOMPLETE\n");
      status.path("incomplete_because").forEach(why -> line(text, why.asText()));
    }
    JsonNode quality = run.path("quality");
    long trusted = quality.path("slices_trusted").asLong();
    long all = quality.path("slices").asLong();
    if (trusted < all) {
      text.append("\nNOT TO BE TRUSTED in ")
          .append(all - trusted)
          .append(" of ")
          .append(all)
          .append(" slices: the load generator itself was disturbed\n");
      quality.path("distrust").forEach(reason -> line(text, distrust(reason)));
    }
  }

  /** Why, and in which slices: the first of them, when there are many. */
  private static String distrust(JsonNode reason) {
    List<String> named = new ArrayList<>();
    reason.path("first_slices").forEach(slice -> named.add(slice.asText()));
    long slices = reason.path("slices").asLong();
    return reason.path("reason").asText()
        + (slices == 1 ? " (slice " : " (slices ")
        + String.join(", ", named)
        + (slices > named.size() ? " and " + (slices - named.size()) + " more)" : ")");
  }

  private void metrics(StringBuilder text) {
    JsonNode metrics = run.path("metrics");
    TextTable many = new TextTable("Metric", "avg", "min", "max", "p99", "p90", "p50", "std");
    for (String tag : DISTRIBUTED) {
      JsonNode metric = metrics.path(tag);
      if (metric.path("count").asLong() > 0) {
        List<String> cells = new ArrayList<>(List.of(nameOf(metric)));
        STATISTICS.forEach(statistic -> cells.add(Figures.of(metric.path(statistic))));
        many.add(cells);
      }
    }
    TextTable one = new TextTable("Metric", "value");
    for (String tag : SINGLE) {
      JsonNode metric = metrics.path(tag);
      if (metric.has("value")) {
        one.add(List.of(nameOf(metric), Figures.of(metric.path("value"))));
      }
    }
    section(text, title(), many);
    section(text, "", one);
  }

  /** The endpoint's own title, as AIPerf has it; of a type unknown here, the usual one. */
  private String title() {
    String type = run.path("run").path("endpoint_type").asText("chat");
    try {
      return Endpoints.named(type).title();
    } catch (IllegalArgumentException writtenByAnotherVersion) {
      return Endpoints.CHAT.title();
    }
  }

  private static String nameOf(JsonNode metric) {
    String unit = metric.path("unit").asText();
    return metric.path("header").asText() + (unit.isEmpty() ? "" : " (" + unit + ")");
  }

  private void thresholds(StringBuilder text) {
    TextTable table = new TextTable("Fail if", "");
    for (JsonNode threshold : run.path("thresholds")) {
      table.add(
          List.of(
              threshold.path("text").asText(),
              threshold.path("missed").asBoolean() ? "MISSED" : "kept"));
    }
    section(text, "Thresholds", table);
  }

  private void errors(StringBuilder text) {
    TextTable table = new TextTable("Error", "status", "reason", "count");
    for (JsonNode error : run.path("errors")) {
      table.add(
          List.of(
              error.path("outcome").asText(),
              error.has("status") ? error.path("status").asText() : Figures.NONE,
              error.path("reason").asText(),
              Figures.count(error.path("count"))));
    }
    section(text, "Errors", table);
  }

  private void gpus(StringBuilder text) {
    JsonNode gpu = run.path("gpu");
    TextTable table =
        new TextTable(
            "GPU", "power avg W", "max W", "util avg %", "memory GiB", "energy J", "gap s");
    for (JsonNode device : gpu.path("devices")) {
      table.add(
          List.of(
              device.path("gpu_index").asText() + " " + device.path("gpu_model").asText(),
              Figures.of(device.path("power_watts").path("mean")),
              Figures.of(device.path("power_watts").path("max")),
              Figures.of(device.path("gpu_utilization_percent").path("mean")),
              device.has("memory_used_bytes")
                  ? Figures.of(
                      device.path("memory_used_bytes").path("mean").asDouble() / BYTES_PER_GIB)
                  : Figures.NONE,
              Figures.of(device.path("energy_joules")),
              Figures.of(device.path("gap_seconds"))));
    }
    section(text, "GPUs", table);
    gpu.path("devices").forEach(device -> hardwareEvents(text, device));
    if (gpu.has("joules_per_output_token")) {
      line(
          text,
          "Energy: "
              + Figures.of(gpu.path("joules_per_output_token"))
              + " J per output token, "
              + Figures.of(gpu.path("joules_per_request"))
              + " J per request");
    }
  }

  /** What a GPU had to do with that it should not: nothing is said of one without it. */
  private static void hardwareEvents(StringBuilder text, JsonNode device) {
    List<String> events = new ArrayList<>();
    for (Map.Entry<String, String> event : HARDWARE_EVENTS) {
      JsonNode value = device.path(event.getKey());
      if (value.asDouble() > 0) {
        boolean isTime = event.getKey().endsWith("_seconds");
        events.add(event.getValue().formatted(isTime ? Figures.of(value) : Figures.count(value)));
      }
    }
    if (!events.isEmpty()) {
      line(text, "GPU " + device.path("gpu_index").asText() + ": " + String.join(", ", events));
    }
  }

  private void sliceTable(StringBuilder text) {
    List<String> columns =
        new ArrayList<>(List.of("Slice", "from s", "sent", "ok", "errors", "in flight"));
    if (hasTokens()) {
      columns.addAll(List.of("tokens/s", "TTFT p50", "p99"));
    }
    columns.addAll(List.of("latency p50", "GPU W", "trusted"));
    TextTable table = new TextTable(columns.toArray(String[]::new));
    JsonNode all = slices.path("slices");
    int left = Math.max(0, all.size() - MOST_SLICES);
    for (int i = left; i < all.size(); i++) {
      table.add(sliceRow(all.get(i)));
    }
    section(text, left == 0 ? "Slices" : "Slices (the last " + MOST_SLICES + ")", table);
  }

  /** Whether the endpoint's answers are made of tokens. */
  private boolean hasTokens() {
    return !run.path("run").path("token_source").asText().equals("none");
  }

  private List<String> sliceRow(JsonNode slice) {
    JsonNode metrics = slice.path("metrics");
    double watts = 0;
    for (JsonNode gpu : slice.path("gpus")) {
      watts += gpu.path("power_watts").path("mean").asDouble();
    }
    List<String> cells =
        new ArrayList<>(
            List.of(
                slice.path("slice").asText(),
                Figures.of(slice.path("start_seconds")),
                Figures.count(slice.path("requests_sent")),
                Figures.count(slice.path("requests_ok")),
                Figures.count(slice.path("error_requests")),
                Figures.of(slice.path("in_flight_mean"))));
    if (hasTokens()) {
      cells.add(Figures.of(slice.path("arrived_token_throughput")));
      cells.add(Figures.of(metrics.path("time_to_first_token").path("p50")));
      cells.add(Figures.of(metrics.path("time_to_first_token").path("p99")));
    }
    cells.add(Figures.of(metrics.path("request_latency").path("p50")));
    cells.add(watts > 0 ? Figures.of(watts) : Figures.NONE);
    cells.add(slice.path("trusted").asBoolean() ? "yes" : "no");
    return cells;
  }

  /**
   * planned = issued + not issued; issued = ok + error + timeout + cancelled + in flight + lost.
   */
  private void accounting(StringBuilder text) {
    JsonNode sums = run.path("accounting");
    text.append("\nWhere every request went\n");
    if (sums.has("planned")) {
      line(
          text,
          Figures.count(sums.path("planned"))
              + " planned = "
              + Figures.count(sums.path("issued"))
              + " issued + "
              + Figures.count(sums.path("not_issued"))
              + " not issued"
              + notIssuedBecause(sums.path("not_issued_because")));
    }
    line(
        text,
        (sums.has("issued") ? Figures.count(sums.path("issued")) + " issued = " : "")
            + Figures.count(sums.path("ok"))
            + " ok + "
            + Figures.count(sums.path("error"))
            + " error + "
            + Figures.count(sums.path("timeout"))
            + " timeout + "
            + Figures.count(sums.path("cancelled"))
            + " cancelled + "
            + Figures.count(sums.path("in_flight_at_stop"))
            + " in flight at the stop + "
            + Figures.count(sums.path("lost"))
            + " lost");
    if (sums.path("warmup_requests").asLong() > 0) {
      line(text, Figures.count(sums.path("warmup_requests")) + " warm-up requests besides");
    }
  }

  private static String notIssuedBecause(JsonNode reasons) {
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, JsonNode> reason : reasons.properties()) {
      if (reason.getValue().asLong() > 0) {
        words.add(reason.getKey().replace('_', ' ') + " " + Figures.count(reason.getValue()));
      }
    }
    return words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
  }

  private void files(StringBuilder text) {
    text.append("\nFiles\n");
    for (Path file :
        List.of(
            layout.profileJson(),
            layout.profileCsv(),
            layout.timeslicesJson(),
            layout.timeslicesCsv(),
            layout.recordsJsonl(),
            layout.gpuTelemetryJsonl(),
            layout.longhaulJson(),
            layout.slicesJson())) {
      if (Files.exists(file)) {
        line(text, file.toString());
      }
    }
    line(text, lake + " (Parquet: requests, slices, gpu_samples, gpu_slices, runs, …)");
    line(text, layout.processLogs() + " (what the processes said)");
  }

  private static void section(StringBuilder text, String title, TextTable table) {
    if (!table.isEmpty()) {
      text.append('\n').append(title.isEmpty() ? "" : title + "\n").append(table.text());
    }
  }

  private static void line(StringBuilder text, String content) {
    text.append("  ").append(content).append('\n');
  }
}
