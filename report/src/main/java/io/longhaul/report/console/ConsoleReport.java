package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.TextTable.Column;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final int MAX_SLICES = 24;
  private static final int MAX_LABELS = 24;
  private static final int MAX_MARKS = 20;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double NANOS_PER_SECOND = 1e9;

  private final JsonNode run;
  private final List<JsonNode> slices;

  private final boolean withHttpTrace;

  /** The table of release 24.03; empty if not requested. */
  private final String olderTable;

  /** AIPerf's title of an endpoint type's metrics. */
  private final UnaryOperator<String> titles;

  /**
   * Reads the documents.
   *
   * @param titles AIPerf's title of an endpoint type's metrics
   * @throws IOException if they cannot be read
   */
  public ConsoleReport(ExportLayout layout, UnaryOperator<String> titles) throws IOException {
    this.titles = titles;
    this.run = ReadJson.from(layout.longhaulJson());
    this.slices = ReadJson.from(layout.slicesJson()).path("slices").valueStream().toList();
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
    Sections sections = new Sections(columns);
    banner(sections);
    boolean hasSingleEvents = run.path("content").path("single_event_answers").asLong() > 0;
    MetricTables metrics =
        new MetricTables(
            titles.apply(MetricGroups.endpointType(run)),
            run.path("metrics"),
            hasSingleEvents,
            withHttpTrace);
    metrics.addKeyMetrics(sections);
    UnknownGapNotes.of(run).forEach(sections::line);
    sections.append(olderTable);
    sections.add(
        "Thresholds",
        TextTable.of(
            run.path("thresholds"),
            List.of(
                Column.text("Fail if", "/text"),
                new Column("", row -> row.path("missed").asBoolean() ? "FAILED" : "passed"))));
    errors(sections);
    answers(sections);
    gpus(sections);
    serverMetrics(sections);
    marks(sections);
    stability(sections);
    gauges(sections);
    sliceTable(sections);
    worstSlices(sections);
    labels(sections);
    accounting(sections);
    metrics.addMore(sections);
    metrics.addOthers(sections);
    return sections.text();
  }

  private void banner(Sections sections) {
    JsonNode status = run.path("status");
    if (!status.path("complete").asBoolean()) {
      sections.heading("INCOMPLETE");
      status.path("incomplete_because").forEach(why -> sections.line(why.asText()));
    }
    if (status.has("stop_condition")) {
      sections.heading("STOP CONDITION");
      sections.line(status.path("stop_condition").asText());
    }
    if (run.path("run").has("resliced")) {
      sections.heading("SLICES " + run.path("run").path("resliced").asText());
    }
    JsonNode quality = run.path("quality");
    long trusted = quality.path("slices_trusted").asLong();
    long all = quality.path("slices").asLong() - quality.path("slices_empty").asLong();
    if (trusted < all) {
      sections.heading(
          "NOT TRUSTED in %d of %d slices: the load generator itself was disturbed"
              .formatted(all - trusted, all));
      quality.path("distrust").forEach(reason -> sections.line(distrust(reason)));
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

  /** Adds the kinds of errors, and the message of the first request of each kind. */
  private void errors(Sections sections) {
    JsonNode errors = run.path("errors");
    TextTable table =
        TextTable.of(
            errors,
            List.of(
                Column.text("Error", "/outcome"),
                new Column("status", error -> error.path("status").asText(Figures.NONE)),
                Column.text("reason", "/reason"),
                Column.count("count", "/count"),
                new Column("first s", error -> sinceTheStart(error.path("first"))),
                new Column("last s", error -> sinceTheStart(error.path("last"))),
                Column.text("a request", "/sample_request_ids/0")));
    sections.add("Errors", table.optional(List.of("a request")));
    for (JsonNode error : errors) {
      if (!error.path("message").asText().isBlank()) {
        sections.wrapped(errorMessage(error));
      }
    }
  }

  private String errorMessage(JsonNode error) {
    String message = error.path("message").asText().strip();
    String first = sinceTheStart(error.path("first"));
    String last = sinceTheStart(error.path("last"));
    return "%s, %s %s, %s s: %s"
        .formatted(
            error.path("reason").asText(),
            Figures.count(error.path("count")),
            error.path("count").asLong() == 1 ? "request" : "requests",
            first.equals(last) ? "at " + first : "from " + first + " to " + last,
            message.length() > MAX_MESSAGE_CHARS
                ? message.substring(0, MAX_MESSAGE_CHARS) + "…"
                : message);
  }

  private String sinceTheStart(JsonNode time) {
    Instant start = Instant.parse(run.path("window").path("start").asText());
    Duration since = Duration.between(start, Instant.parse(time.asText()));
    return Figures.of(since.toNanos() / NANOS_PER_SECOND);
  }

  private void answers(Sections sections) {
    List<String> findings = ResponseFindings.of(run);
    if (!findings.isEmpty()) {
      sections.heading("Answers");
      findings.forEach(sections::line);
    }
  }

  private void gpus(Sections sections) {
    JsonNode gpu = run.path("gpu");
    TextTable table =
        TextTable.of(
            gpu.path("devices"),
            List.of(
                new Column("GPU", ConsoleReport::gpuName),
                Column.figure("power avg W", "/power_watts/mean"),
                Column.figure("max W", "/power_watts/max"),
                Column.figure("util avg %", "/gpu_utilization_percent/mean"),
                new Column("memory GiB", ConsoleReport::usedGib),
                Column.figure("energy J", "/energy_joules"),
                Column.figure("gap s", "/gap_seconds"),
                Column.figure("age s", "/sample_age_max_seconds")));
    sections.add("GPUs", table.optional(List.of("max W", "age s", "gap s", "memory GiB")));
    gpu.path("devices").forEach(device -> hardwareEvents(sections, device));
    if (gpu.has("joules_per_output_token")) {
      sections.line(
          "Energy: %s J per output token, %s J per request"
              .formatted(
                  Figures.of(gpu.path("joules_per_output_token")),
                  Figures.of(gpu.path("joules_per_request"))));
    }
    grouped(gpu.path("doubts")).forEach(doubt -> sections.line("Energy may be wrong: " + doubt));
  }

  private static String gpuName(JsonNode device) {
    return device.path("gpu_index").asText() + " " + device.path("gpu_model").asText();
  }

  private static String usedGib(JsonNode device) {
    JsonNode bytes = device.path("memory_used_bytes").path("mean");
    return bytes.isNumber() ? Figures.of(bytes.doubleValue() / BYTES_PER_GIB) : Figures.NONE;
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
  private void serverMetrics(Sections sections) {
    for (JsonNode page : run.path("server_metrics")) {
      List<String> findings = new ArrayList<>();
      JsonNode failed = page.path("failed_scrapes");
      JsonNode omitted = page.path("series_left_out");
      if (failed.asLong() > 0) {
        long scrapes = page.path("scrapes").asLong() + failed.asLong();
        findings.add(Figures.count(failed) + " of " + scrapes + " scrapes failed");
      }
      if (omitted.asLong() > 0) {
        findings.add(Figures.count(omitted) + " series were left out");
      }
      if (!findings.isEmpty()) {
        String url = page.path("url").asText();
        sections.line("Server metrics of " + url + ": " + String.join(", ", findings));
      }
    }
  }

  /** Adds the hardware events of a GPU, if it has any. */
  private static void hardwareEvents(Sections sections, JsonNode device) {
    List<String> events = new ArrayList<>();
    for (Map.Entry<String, String> event : HARDWARE_EVENTS) {
      JsonNode value = device.path(event.getKey());
      if (value.asDouble() > 0) {
        boolean isTime = event.getKey().endsWith("_seconds");
        events.add(event.getValue().formatted(isTime ? Figures.of(value) : Figures.count(value)));
      }
    }
    if (!events.isEmpty()) {
      sections.line("GPU " + device.path("gpu_index").asText() + ": " + String.join(", ", events));
    }
  }

  /** Adds the marks of the run, one per line. */
  private void marks(Sections sections) {
    JsonNode marks = run.path("marks");
    if (marks.isEmpty()) {
      return;
    }
    sections.heading("Marks");
    marks
        .valueStream()
        .limit(MAX_MARKS)
        .forEach(
            mark ->
                sections.wrapped(
                    Figures.of(mark.path("seconds")) + " s: " + mark.path("text").asText()));
    if (marks.size() > MAX_MARKS) {
      sections.line("and %d more".formatted(marks.size() - MAX_MARKS));
    }
  }

  /** Adds how stable the figures were, if the run has enough slices. */
  private void stability(Sections sections) {
    JsonNode figures = run.path("stability").path("figures");
    if (figures.isEmpty()) {
      return;
    }
    sections.heading(
        "Stability (of " + Figures.count(run.path("stability").path("slices")) + " slices)");
    List<String> steady = new ArrayList<>();
    for (JsonNode figure : figures) {
      String name = figure.path("figure").asText();
      if (figure.has("statistic")) {
        name += "." + figure.path("statistic").asText();
      }
      String state = figure.path("state").asText();
      if (state.equals("STEADY")) {
        steady.add(name);
      } else {
        sections.wrapped(
            name + ": " + state.replace('_', ' ') + ", " + figure.path("text").asText());
      }
    }
    if (!steady.isEmpty()) {
      sections.wrapped("STEADY: " + String.join(", ", steady));
    }
  }

  /** Adds the gauges of servers and GPUs that grew, perhaps because of a leak. */
  private void gauges(Sections sections) {
    JsonNode gauges = run.path("stability").path("gauges");
    if (gauges.isEmpty()) {
      return;
    }
    sections.heading("Growth of memory, cache and queues of servers and GPUs");
    long bounded = 0;
    for (JsonNode gauge : gauges) {
      String state = gauge.path("state").asText();
      if (state.equals("BOUNDED")) {
        bounded++;
      } else {
        sections.wrapped(
            gauge.path("gauge").asText()
                + ": "
                + state.replace('_', ' ')
                + ", "
                + gauge.path("text").asText());
      }
    }
    if (bounded > 0) {
      sections.line("BOUNDED: %d of %d gauges".formatted(bounded, gauges.size()));
    }
  }

  private List<Column> sliceColumns() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("Slice", "/slice"),
                Column.figure("from s", "/start_seconds"),
                Column.count("sent", "/requests_sent"),
                Column.count("ok", "/requests_ok"),
                Column.count("errors", "/error_requests"),
                Column.figure("in flight", "/in_flight_mean")));
    columns.addAll(latencyColumns());
    columns.add(new Column("GPU W", ConsoleReport::watts));
    columns.add(new Column("trusted", ConsoleReport::trust));
    return columns;
  }

  /** Returns the columns of latencies; without those of tokens if responses consist of none. */
  private List<Column> latencyColumns() {
    Column latency = Column.figure("latency p50", "/metrics/request_latency/p50");
    if (run.path("run").path("token_source").asText().equals("none")) {
      return List.of(latency);
    }
    return List.of(
        Column.figure("tokens/s", "/arrived_token_throughput"),
        Column.figure("TTFT p50", "/metrics/time_to_first_token/p50"),
        Column.figure("p99", "/metrics/time_to_first_token/p99"),
        latency);
  }

  /** Adds the worst of all slices if not all slices are shown. */
  private void worstSlices(Sections sections) {
    if (slices.size() <= MAX_SLICES) {
      return;
    }
    Map<JsonNode, List<String>> worst = WorstSlices.byFigure(slices);
    List<Column> columns = sliceColumns();
    columns.add(new Column("worst in", slice -> String.join(", ", worst.get(slice))));
    TextTable table = TextTable.of(worst.keySet(), columns);
    sections.add(
        "Worst slices (of all " + slices.size() + ")",
        table.optional(List.of("in flight", "sent", "GPU W", "trusted")));
  }

  private void sliceTable(Sections sections) {
    int first = Math.max(0, slices.size() - MAX_SLICES);
    TextTable table = TextTable.of(slices.subList(first, slices.size()), sliceColumns());
    sections.add(
        first == 0 ? "Slices" : "Slices (the last " + MAX_SLICES + ")",
        table.optional(List.of("from s", "in flight", "sent")));
  }

  /** Adds the label sets of the whole run. */
  private void labels(Sections sections) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("Label", "/label_set"),
                Column.count("ok", "/requests_ok"),
                Column.count("errors", "/error_requests"),
                Column.figure("in flight", "/in_flight_mean")));
    columns.addAll(latencyColumns());
    List<JsonNode> all = run.path("labels").valueStream().toList();
    boolean areAll = all.size() <= MAX_LABELS;
    TextTable table = TextTable.of(areAll ? all : all.subList(0, MAX_LABELS), columns);
    sections.add(
        areAll ? "Labels" : "Labels (the first " + MAX_LABELS + ")",
        table.optional(List.of("in flight")));
  }

  /** Returns the power of all GPUs during a slice. */
  private static String watts(JsonNode slice) {
    double watts = 0;
    for (JsonNode gpu : slice.path("gpus")) {
      watts += gpu.path("power_watts").path("mean").asDouble();
    }
    return watts > 0 ? Figures.of(watts) : Figures.NONE;
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
  private void accounting(Sections sections) {
    JsonNode sums = run.path("accounting");
    sections.heading("Request accounting");
    if (sums.has("planned")) {
      sections.line(
          "%s planned = %s issued + %s not issued%s"
              .formatted(
                  Figures.count(sums.path("planned")),
                  interval(sums, "issued"),
                  interval(sums, "not_issued"),
                  notIssuedBecause(sums.path("not_issued_because"))));
    }
    sections.line(
        "%s%s ok + %s error + %s timeout + %s cancelled + %s in flight at the stop + %s lost%s"
            .formatted(
                sums.has("issued") ? interval(sums, "issued") + " issued = " : "",
                Figures.count(sums.path("ok")),
                Figures.count(sums.path("error")),
                Figures.count(sums.path("timeout")),
                Figures.count(sums.path("cancelled")),
                Figures.count(sums.path("in_flight_at_stop")),
                Figures.count(sums.path("lost")),
                isExact(sums) ? "" : " + " + interval(sums, "unknown") + " unknown"));
    sums.path("unknown_because").forEach(reason -> sections.line("Unknown: " + reason.asText()));
    if (sums.path("warmup_requests").asLong() > 0) {
      sections.line(Figures.count(sums.path("warmup_requests")) + " warm-up requests in addition");
    }
  }

  private static boolean isExact(JsonNode sums) {
    return sums.path("exact").asBoolean(true);
  }

  private static String interval(JsonNode sums, String name) {
    String atLeast = Figures.count(sums.path(name));
    if (isExact(sums)) {
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
}
