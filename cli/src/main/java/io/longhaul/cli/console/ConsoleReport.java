package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.json.ReadJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The result of a run as text: metrics, errors, GPUs, slices, and the accounting of all requests.
 * Read from {@code longhaul.json} and {@code slices.json}.
 */
public final class ConsoleReport {
  /** JSON members of a GPU and their texts. */
  private static final List<Map.Entry<String, String>> HARDWARE_EVENTS =
      List.of(
          Map.entry("power_violation_seconds", "clocks limited by power for %s s"),
          Map.entry("thermal_violation_seconds", "clocks limited by heat for %s s"),
          Map.entry("ecc_single_bit_errors", "%s single-bit memory errors"),
          Map.entry("ecc_double_bit_errors", "%s double-bit memory errors"),
          Map.entry("pcie_replays", "%s PCIe replays"),
          Map.entry("nvlink_crc_errors", "%s NVLink errors"),
          Map.entry("xid_last", "last XID %s"));

  private static final int MAX_MESSAGE_CHARS = 200;
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final int MAX_SLICES = 24;
  private static final int MAX_LABELS = 24;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double NANOS_PER_SECOND = 1e9;

  private final JsonNode run;
  private final JsonNode slices;

  /** The table of release 24.03; empty if not requested. */
  private final boolean withHttpTrace;

  private final String olderTable;

  /**
   * Reads the documents.
   *
   * @throws IOException if they cannot be read
   */
  public ConsoleReport(ExportLayout layout) throws IOException {
    this.run = ReadJson.from(layout.longhaulJson());
    this.slices = ReadJson.from(layout.slicesJson());
    this.withHttpTrace = layout.also().contains(OptionalExport.HTTP_TRACE_TABLE);
    this.olderTable =
        layout.also().contains(OptionalExport.RELEASE_24_03)
            ? "\n" + Release2403Table.of(layout.genAiPerfCsv())
            : "";
  }

  /**
   * Returns all tables, ending with a line break.
   *
   * @param columns width of the terminal; narrow tables omit optional columns
   */
  public String text(int columns) {
    StringBuilder text = new StringBuilder();
    Sections sections = new Sections(text, columns);
    banner(text);
    boolean hasSingleEvents = run.path("content").path("single_event_answers").asLong() > 0;
    MetricTables metrics =
        new MetricTables(
            EndpointTitle.of(run), run.path("metrics"), hasSingleEvents, withHttpTrace);
    metrics.addKeyMetrics(sections);
    UnknownGapNotes.of(run).forEach(note -> line(text, note));
    text.append(olderTable);
    thresholds(sections);
    errors(sections);
    errorMessages(text, columns);
    content(text);
    gpus(text, sections);
    serverMetrics(text);
    sliceTable(sections);
    worstSlices(sections);
    labels(sections);
    accounting(text);
    metrics.addMore(sections);
    metrics.addOthers(sections);
    return text.toString();
  }

  private void banner(StringBuilder text) {
    JsonNode status = run.path("status");
    if (!status.path("complete").asBoolean()) {
      text.append("\nINCOMPLETE\n");
      status.path("incomplete_because").forEach(why -> line(text, why.asText()));
    }
    if (status.has("stop_condition")) {
      text.append("\nSTOP CONDITION\n");
      line(text, status.path("stop_condition").asText());
    }
    JsonNode quality = run.path("quality");
    long trusted = quality.path("slices_trusted").asLong();
    long all = quality.path("slices").asLong() - quality.path("slices_empty").asLong();
    if (trusted < all) {
      text.append("\nNOT TRUSTED in ")
          .append(all - trusted)
          .append(" of ")
          .append(all)
          .append(" slices: the load generator itself was disturbed\n");
      quality.path("distrust").forEach(reason -> line(text, distrust(reason)));
    }
  }

  /** Returns a reason with the numbers of its first slices. */
  private static String distrust(JsonNode reason) {
    List<String> named = new ArrayList<>();
    reason.path("first_slices").forEach(slice -> named.add(slice.asText()));
    long slices = reason.path("slices").asLong();
    return reason.path("reason").asText()
        + (slices == 1 ? " (slice " : " (slices ")
        + String.join(", ", named)
        + (slices > named.size() ? " and " + (slices - named.size()) + " more)" : ")");
  }

  private void thresholds(Sections sections) {
    TextTable table = new TextTable("Fail if", "");
    for (JsonNode threshold : run.path("thresholds")) {
      table.add(
          List.of(
              threshold.path("text").asText(),
              threshold.path("missed").asBoolean() ? "MISSED" : "passed"));
    }
    sections.add("Thresholds", table);
  }

  private void errors(Sections sections) {
    TextTable table =
        new TextTable("Error", "status", "reason", "count", "first s", "last s", "a request")
            .optional(List.of("a request"));
    for (JsonNode error : run.path("errors")) {
      table.add(
          List.of(
              error.path("outcome").asText(),
              error.has("status") ? error.path("status").asText() : Figures.NONE,
              error.path("reason").asText(),
              Figures.count(error.path("count")),
              sinceTheStart(error.path("first")),
              sinceTheStart(error.path("last")),
              error.path("sample_request_ids").path(0).asText()));
    }
    sections.add("Errors", table);
  }

  /** Adds the message of the first request of each kind of error. */
  private void errorMessages(StringBuilder text, int columns) {
    for (JsonNode error : run.path("errors")) {
      String message = error.path("message").asText().strip();
      if (!message.isEmpty()) {
        boolean isLong = message.length() > MAX_MESSAGE_CHARS;
        String shown = isLong ? message.substring(0, MAX_MESSAGE_CHARS) + "…" : message;
        String first = sinceTheStart(error.path("first"));
        String last = sinceTheStart(error.path("last"));
        wrapped(
            text,
            "%s, %s %s, %s: %s"
                .formatted(
                    error.path("reason").asText(),
                    Figures.count(error.path("count")),
                    error.path("count").asLong() == 1 ? "request" : "requests",
                    first.equals(last)
                        ? "at " + first + " s"
                        : "from " + first + " to " + last + " s",
                    shown),
            columns);
      }
    }
  }

  private String sinceTheStart(JsonNode time) {
    Instant start = Instant.parse(run.path("window").path("start").asText());
    Duration since = Duration.between(start, Instant.parse(time.asText()));
    return Figures.of(since.toNanos() / NANOS_PER_SECOND);
  }

  private void content(StringBuilder text) {
    List<String> findings = ResponseFindings.of(run);
    if (!findings.isEmpty()) {
      text.append("\nAnswers\n");
      findings.forEach(finding -> line(text, finding));
    }
  }

  private static void addFinding(List<String> findings, JsonNode count, String what) {
    if (count.asLong() > 0) {
      findings.add(Figures.count(count) + " " + what);
    }
  }

  private void gpus(StringBuilder text, Sections sections) {
    JsonNode gpu = run.path("gpu");
    TextTable table =
        new TextTable(
                "GPU",
                "power avg W",
                "max W",
                "util avg %",
                "memory GiB",
                "energy J",
                "gap s",
                "age s")
            .optional(List.of("max W", "age s", "gap s", "memory GiB"));
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
              Figures.of(device.path("gap_seconds")),
              Figures.of(device.path("sample_age_max_seconds"))));
    }
    sections.add("GPUs", table);
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
    grouped(gpu.path("doubts")).forEach(doubt -> line(text, "Energy may be wrong: " + doubt));
  }

  /** Groups sentences that differ only in their numbers. */
  private static List<String> grouped(JsonNode sentences) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    sentences.forEach(
        sentence ->
            groups
                .computeIfAbsent(
                    NUMBER.matcher(sentence.asText()).replaceAll("#"), unused -> new ArrayList<>())
                .add(sentence.asText()));
    return groups.values().stream()
        .map(
            like ->
                like.get(0)
                    + switch (like.size()) {
                      case 1 -> "";
                      case 2 -> " (also on 1 other GPU)";
                      default -> " (and " + (like.size() - 1) + " other GPUs)";
                    })
        .toList();
  }

  /** Adds only problems of server metrics. */
  private void serverMetrics(StringBuilder text) {
    for (JsonNode page : run.path("server_metrics")) {
      List<String> findings = new ArrayList<>();
      JsonNode failed = page.path("failed_scrapes");
      long scrapes = page.path("scrapes").asLong() + failed.asLong();
      addFinding(findings, failed, "of " + scrapes + " scrapes failed");
      addFinding(findings, page.path("series_left_out"), "series were left out");
      if (!findings.isEmpty()) {
        String url = page.path("url").asText();
        line(text, "Server metrics of " + url + ": " + String.join(", ", findings));
      }
    }
  }

  /** Adds the hardware events of a GPU, if it has any. */
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

  private List<String> sliceColumns() {
    List<String> columns = new ArrayList<>(List.of("from s", "sent", "ok", "errors", "in flight"));
    if (hasTokens()) {
      columns.addAll(List.of("tokens/s", "TTFT p50", "p99"));
    }
    columns.addAll(List.of("latency p50", "GPU W", "trusted"));
    return columns;
  }

  /** Adds the worst of all slices if not all slices are shown. */
  private void worstSlices(Sections sections) {
    JsonNode all = slices.path("slices");
    if (all.size() <= MAX_SLICES) {
      return;
    }
    List<String> columns = new ArrayList<>(sliceColumns());
    columns.add("worst in");
    TextTable table =
        new TextTable("Slice", columns).optional(List.of("in flight", "sent", "GPU W", "trusted"));
    new WorstSlices(all)
        .byFigure()
        .forEach(
            (slice, figures) -> {
              List<String> cells = new ArrayList<>(sliceRow(slice));
              cells.add(String.join(", ", figures));
              table.add(cells);
            });
    sections.add("Worst slices (of all " + all.size() + ")", table);
  }

  private void sliceTable(Sections sections) {
    TextTable table =
        new TextTable("Slice", sliceColumns()).optional(List.of("from s", "in flight", "sent"));
    JsonNode all = slices.path("slices");
    int left = Math.max(0, all.size() - MAX_SLICES);
    for (int i = left; i < all.size(); i++) {
      table.add(sliceRow(all.get(i)));
    }
    sections.add(left == 0 ? "Slices" : "Slices (the last " + MAX_SLICES + ")", table);
  }

  /** Adds the label sets of the whole run. */
  private void labels(Sections sections) {
    List<String> columns = new ArrayList<>(List.of("ok", "errors", "in flight"));
    if (hasTokens()) {
      columns.addAll(List.of("tokens/s", "TTFT p50", "p99"));
    }
    columns.add("latency p50");
    TextTable table = new TextTable("Label", columns).optional(List.of("in flight"));
    JsonNode all = run.path("labels");
    for (int i = 0; i < Math.min(all.size(), MAX_LABELS); i++) {
      table.add(labelRow(all.get(i)));
    }
    sections.add(
        all.size() <= MAX_LABELS ? "Labels" : "Labels (the first " + MAX_LABELS + ")", table);
  }

  private List<String> labelRow(JsonNode set) {
    List<String> cells = new ArrayList<>(List.of(set.path("label_set").asText()));
    cells.add(Figures.count(set.path("requests_ok")));
    cells.add(Figures.count(set.path("error_requests")));
    cells.add(Figures.of(set.path("in_flight_mean")));
    addLatencies(cells, set);
    return cells;
  }

  private void addLatencies(List<String> cells, JsonNode row) {
    JsonNode metrics = row.path("metrics");
    if (hasTokens()) {
      cells.add(Figures.of(row.path("arrived_token_throughput")));
      cells.add(Figures.of(metrics.path("time_to_first_token").path("p50")));
      cells.add(Figures.of(metrics.path("time_to_first_token").path("p99")));
    }
    cells.add(Figures.of(metrics.path("request_latency").path("p50")));
  }

  /** Returns whether the endpoint's responses consist of tokens. */
  private boolean hasTokens() {
    return !run.path("run").path("token_source").asText().equals("none");
  }

  private List<String> sliceRow(JsonNode slice) {
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
    addLatencies(cells, slice);
    cells.add(watts > 0 ? Figures.of(watts) : Figures.NONE);
    cells.add(trust(slice));
    return cells;
  }

  private static String trust(JsonNode slice) {
    if (slice.path("empty").asBoolean()) {
      return "empty";
    }
    return slice.path("trusted").asBoolean() ? "yes" : "no";
  }

  /**
   * Adds the accounting: planned = issued + not issued; issued = ok + error + timeout + cancelled +
   * in flight + lost. A count that is not exact is printed as an interval.
   */
  private void accounting(StringBuilder text) {
    JsonNode sums = run.path("accounting");
    boolean exact = sums.path("exact").asBoolean(true);
    text.append("\nRequest accounting\n");
    if (sums.has("planned")) {
      line(
          text,
          Figures.count(sums.path("planned"))
              + " planned = "
              + interval(sums, "issued")
              + " issued + "
              + interval(sums, "not_issued")
              + " not issued"
              + notIssuedBecause(sums.path("not_issued_because")));
    }
    line(
        text,
        (sums.has("issued") ? interval(sums, "issued") + " issued = " : "")
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
            + " lost"
            + (exact ? "" : " + " + interval(sums, "unknown") + " unknown"));
    sums.path("unknown_because").forEach(reason -> line(text, "Unknown: " + reason.asText()));
    if (sums.path("warmup_requests").asLong() > 0) {
      line(text, Figures.count(sums.path("warmup_requests")) + " warm-up requests in addition");
    }
  }

  private static String interval(JsonNode sums, String name) {
    String atLeast = Figures.count(sums.path(name));
    if (sums.path("exact").asBoolean(true)) {
      return atLeast;
    }
    JsonNode atMost = sums.path(name + "_at_most");
    return atMost.isMissingNode() ? atLeast + " or more" : atLeast + " to " + Figures.count(atMost);
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

  /** Wraps a line at words and indents the continuation lines. */
  private static void wrapped(StringBuilder text, String content, int columns) {
    StringBuilder line = new StringBuilder();
    String indent = "";
    for (String word : SPACES.splitAsStream(content).toList()) {
      if (line.length() > 0 && 2 + indent.length() + line.length() + 1 + word.length() > columns) {
        line(text, indent + line);
        line.setLength(0);
        indent = "    ";
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    line(text, indent + line);
  }

  private static void line(StringBuilder text, String content) {
    text.append("  ").append(content).append('\n');
  }
}
