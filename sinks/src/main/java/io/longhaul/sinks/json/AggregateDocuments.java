package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.aggregate.Convergence;
import io.longhaul.sinks.aggregate.RunOutcome;
import io.longhaul.sinks.aggregate.SweepCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code profile_export_aiperf_aggregate.json} and {@code .csv} as AIPerf 0.13 writes them. */
public final class AggregateDocuments {
  private static final String SCHEMA_VERSION = "1.0";
  private static final String TYPE = "confidence";
  private static final int FEWER_DECIMALS = 2;
  private static final int MORE_DECIMALS = 4;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Aggregate aggregate;

  /** Further metadata. */
  private final ObjectNode about;

  private AggregateDocuments(Aggregate aggregate, ObjectNode about) {
    this.aggregate = aggregate;
    this.about = about;
  }

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
    cell.values().forEach((path, value) -> values.set(path, SweepValueJson.node(value)));
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
        () -> {
          for (var figure : aggregate.figures().entrySet()) {
            json.object(figure.getKey(), () -> writeFigure(json, figure.getValue()));
          }
        });
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
    CrossRunStatistics across = figure.across();
    json.number("mean", across.mean());
    json.number("std", across.std());
    json.number("min", across.min());
    json.number("max", across.max());
    json.numberOrNull("cv", across.cv());
    json.number("se", across.se());
    json.number("ci_low", across.ciLow());
    json.number("ci_high", across.ciHigh());
    json.numberOrNull("t_critical", across.tCritical());
    json.text("unit", figure.unit());
  }

  private CsvText csv() {
    CsvText csv = new CsvText();
    csv.texts(
            List.of(
                "metric",
                "mean",
                "std",
                "min",
                "max",
                "cv",
                "se",
                "ci_low",
                "ci_high",
                "t_critical",
                "unit"))
        .endLine();
    aggregate.figures().forEach((name, figure) -> writeLine(csv, name, figure));
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

  private static void writeLine(CsvText csv, String name, Aggregate.Figure figure) {
    CrossRunStatistics across = figure.across();
    csv.text(name)
        .number(across.mean(), FEWER_DECIMALS)
        .number(across.std(), FEWER_DECIMALS)
        .number(across.min(), FEWER_DECIMALS)
        .number(across.max(), FEWER_DECIMALS)
        .number(across.cv(), MORE_DECIMALS)
        .number(across.se(), MORE_DECIMALS)
        .number(across.ciLow(), FEWER_DECIMALS)
        .number(across.ciHigh(), FEWER_DECIMALS)
        .number(across.tCritical(), MORE_DECIMALS)
        .text(figure.unit())
        .endLine();
  }

  /** Formats a list of texts like Python. */
  private static String inPython(List<String> labels) {
    return labels.stream()
        .map(label -> "'" + label + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
