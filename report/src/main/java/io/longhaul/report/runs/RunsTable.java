package io.longhaul.report.runs;

import io.longhaul.report.console.Figures;
import io.longhaul.report.console.TextTable;
import io.longhaul.report.json.CsvText;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The index of the runs of a lake, as a table for the console, as CSV or as JSON; {@code
 * docs/exports.md} describes the two formats.
 *
 * @param runs the shown runs, in their order
 * @param all number of runs in the lake
 */
public record RunsTable(List<ListedRun> runs, int all) {
  /** In the order in which they are left out on a narrow terminal. */
  private static final List<String> OPTIONAL =
      List.of(
          RunsColumn.TARGET.header(),
          RunsColumn.TTFT_P50.header(),
          RunsColumn.LOAD.header(),
          RunsColumn.DURATION.header(),
          RunsColumn.MODEL.header());

  private static final int DECIMALS = 3;

  /** Names of the members and of the CSV columns. */
  private static final List<String> NAMES =
      List.of(
          "run_id",
          "started",
          "duration_seconds",
          "status",
          "detail",
          "trusted",
          "models",
          "load",
          "requests",
          "errors",
          "time_to_first_token_p50_ms",
          "time_to_first_token_p99_ms",
          "good_requests_per_second",
          "target");

  /**
   * Returns the table and why runs are not complete.
   *
   * @param columns width of the terminal
   */
  public String console(int columns) {
    TextTable table =
        new TextTable(Arrays.stream(RunsColumn.values()).map(RunsColumn::header).toList())
            .optional(OPTIONAL);
    for (ListedRun run : runs) {
      table.add(Arrays.stream(RunsColumn.values()).map(column -> cell(column, run)).toList());
    }
    StringBuilder text = new StringBuilder(table.text(columns));
    text.append("%s of %s runs%n".formatted(Figures.count(runs.size()), Figures.count(all)));
    runs.stream()
        .filter(run -> !run.detail().isEmpty())
        .forEach(run -> text.append("  %s: %s%n".formatted(run.runId(), run.detail())));
    return text.toString();
  }

  private static String cell(RunsColumn column, ListedRun run) {
    String text = column == RunsColumn.STATUS ? run.status().words() : column.text(run);
    return text.isEmpty() ? Figures.NONE : text;
  }

  /** Returns the runs as CSV; a cell without a value is empty. */
  public String csv() {
    CsvText csv = new CsvText().texts(NAMES);
    csv.endLine();
    for (ListedRun run : runs) {
      ListedRun.Figures figures = run.figures();
      csv.text(run.runId())
          .text(started(run))
          .number(run.seconds(), DECIMALS)
          .text(run.status().words())
          .text(run.detail())
          .text(run.trusted().map(String::valueOf).orElse(""))
          .text(run.models())
          .text(run.load())
          .number(figures.requests(), 0)
          .number(figures.errors(), 0)
          .number(figures.ttftP50Millis(), DECIMALS)
          .number(figures.ttftP99Millis(), DECIMALS)
          .number(figures.goodput(), DECIMALS)
          .text(run.target());
      csv.endLine();
    }
    return csv.toString();
  }

  private static String started(ListedRun run) {
    return run.startEpochNanos() == 0
        ? ""
        : Instant.ofEpochSecond(0, run.startEpochNanos()).toString();
  }

  /** Writes the members of the document; a run lacks members whose value is unknown. */
  public void write(JsonDocument json) throws IOException {
    json.text("schema_version", "1");
    json.integer("runs_in_lake", all);
    json.objects("runs", runs, run -> write(json, run));
  }

  private static void write(JsonDocument json, ListedRun run) throws IOException {
    ListedRun.Figures figures = run.figures();
    json.text("run_id", run.runId());
    json.textIfAny("started", started(run));
    json.number("duration_seconds", run.seconds());
    json.text("status", run.status().words());
    json.textIfAny("detail", run.detail());
    if (run.trusted().isPresent()) {
      json.truth("trusted", run.trusted().get());
    }
    json.textIfAny("models", run.models());
    json.textIfAny("load", run.load());
    if (run.hasSummary()) {
      json.integer("requests", (long) figures.requests());
      json.integer("errors", (long) figures.errors());
    }
    json.number("time_to_first_token_p50_ms", figures.ttftP50Millis());
    json.number("time_to_first_token_p99_ms", figures.ttftP99Millis());
    json.number("good_requests_per_second", figures.goodput());
    json.textIfAny("target", run.target());
  }
}
