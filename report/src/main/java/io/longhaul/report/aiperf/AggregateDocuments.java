package io.longhaul.report.aiperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.aggregate.SweepCell;
import io.longhaul.report.json.CsvText;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * {@code profile_export_aiperf_aggregate.json} and {@code .csv} as AIPerf 0.13 writes them.
 *
 * @param about further metadata
 */
public record AggregateDocuments(Aggregate aggregate, ObjectNode about) {
  private static final String SCHEMA_VERSION = "1.0";
  private static final String TYPE = "confidence";

  /** A statistic in both documents; the CSV file rounds it to some decimals. */
  private record Column(String name, ToDoubleFunction<CrossRunStatistics> value, int decimals) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("mean", CrossRunStatistics::mean, 2),
          new Column("std", CrossRunStatistics::std, 2),
          new Column("min", CrossRunStatistics::min, 2),
          new Column("max", CrossRunStatistics::max, 2),
          new Column("cv", CrossRunStatistics::cv, 4),
          new Column("se", CrossRunStatistics::se, 4),
          new Column("ci_low", CrossRunStatistics::ciLow, 2),
          new Column("ci_high", CrossRunStatistics::ciHigh, 2),
          new Column("t_critical", CrossRunStatistics::tCritical, 4));

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Writes both documents to a folder. */
  public static void write(Aggregate aggregate, Path folder) throws IOException {
    write(new AggregateDocuments(aggregate, NODES.objectNode()), folder);
  }

  /**
   * Writes both documents of a cell of a sweep.
   *
   * @param mode order of the sweep
   */
  public static void write(Aggregate aggregate, SweepCell cell, String mode, Path folder)
      throws IOException {
    ObjectNode about = NODES.objectNode();
    about.put("variation_label", cell.label());
    ObjectNode values = about.putObject("variation_values");
    cell.values().forEach((path, value) -> values.set(path, JsonDocument.treeOf(value)));
    about.put("sweep_mode", mode);
    about.put("model", cell.model());
    write(new AggregateDocuments(aggregate, about), folder);
  }

  private static void write(AggregateDocuments documents, Path folder) throws IOException {
    Files.createDirectories(folder);
    JsonDocument.write(ExportLayout.aggregateJson(folder), documents::write);
    documents.csv().replace(ExportLayout.aggregateCsv(folder));
  }

  private void write(JsonDocument json) throws IOException {
    json.text("schema_version", SCHEMA_VERSION);
    json.text("aiperf_version", ProfileJson.COMPATIBLE_VERSION);
    json.object("metadata", () -> writeMetadata(json));
    json.object(
        "metrics",
        aggregate.figures(),
        (name, figure) -> json.object(name, () -> writeFigure(json, figure)));
  }

  private void writeMetadata(JsonDocument json) throws IOException {
    json.text("aggregation_type", TYPE);
    json.plainInteger("num_profile_runs", aggregate.runs().size());
    json.plainInteger("num_successful_runs", aggregate.labels().size());
    json.objects(
        "failed_runs",
        aggregate.failed(),
        (RunOutcome run) -> {
          json.text("label", run.label());
          json.text("error", run.failure());
        });
    json.number("confidence_level", aggregate.terms().confidence());
    json.texts("run_labels", aggregate.labels());
    if (!aggregate.isOfSeveral()) {
      json.truth("single_run", true);
    }
    json.number("cooldown_seconds", aggregate.terms().cooldownSeconds());
    json.members(about);
    if (aggregate.convergence().isPresent()) {
      json.object("convergence", () -> writeConvergence(json, aggregate.convergence().get()));
    }
  }

  private static void writeConvergence(JsonDocument json, Convergence.Result result)
      throws IOException {
    json.text("metric", result.rule().metric());
    json.text("stat", result.rule().statistic().label());
    json.text("mode", result.rule().mode().word());
    json.number("threshold", result.rule().threshold());
    json.plainInteger("runs", result.runs());
    json.numberOrNull("spread", result.spread());
    json.truth("converged", result.isReached());
  }

  private static void writeFigure(JsonDocument json, Aggregate.Figure figure) throws IOException {
    for (Column column : COLUMNS) {
      json.numberOrNull(column.name(), column.value().applyAsDouble(figure.across()));
    }
    json.text("unit", figure.unit());
  }

  private CsvText csv() {
    CsvText csv = new CsvText();
    csv.text("metric");
    COLUMNS.forEach(column -> csv.text(column.name()));
    csv.text("unit").endLine();
    aggregate
        .figures()
        .forEach(
            (name, figure) -> {
              csv.text(name);
              for (Column column : COLUMNS) {
                csv.number(column.value().applyAsDouble(figure.across()), column.decimals());
              }
              csv.text(figure.unit()).endLine();
            });
    csv.endLine();
    csv.text("Aggregation Type").text(TYPE).endLine();
    csv.text("Total Runs").integer(aggregate.runs().size()).endLine();
    csv.text("Successful Runs").integer(aggregate.labels().size()).endLine();
    csv.text("Confidence Level").text(Double.toString(aggregate.terms().confidence())).endLine();
    csv.text("Run Labels").text(inPython(aggregate.labels())).endLine();
    if (!aggregate.isOfSeveral()) {
      csv.text("Single Run").text("True").endLine();
    }
    csv.text("Cooldown Seconds")
        .text(Double.toString(aggregate.terms().cooldownSeconds()))
        .endLine();
    for (Map.Entry<String, JsonNode> member : about.properties()) {
      csv.text(title(member.getKey())).text(text(member.getValue())).endLine();
    }
    return csv;
  }

  /** Converts {@code sweep_mode} to {@code Sweep Mode}. */
  private static String title(String name) {
    return Arrays.stream(name.split("_", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining(" "));
  }

  private static String text(JsonNode value) {
    return value.isObject()
        ? value.properties().stream()
            .map(member -> "'" + member.getKey() + "': " + inPython(member.getValue()))
            .collect(Collectors.joining(", ", "{", "}"))
        : value.asText();
  }

  private static String inPython(JsonNode value) {
    if (value.isTextual()) {
      return "'" + value.asText() + "'";
    }
    return value.isBoolean() ? title(value.asText()) : value.asText();
  }

  /** Formats a list of texts like Python. */
  private static String inPython(List<String> labels) {
    return labels.stream()
        .map(label -> "'" + label + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
