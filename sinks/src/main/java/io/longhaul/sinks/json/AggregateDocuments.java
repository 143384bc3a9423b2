package io.longhaul.sinks.json;

import io.longhaul.metrics.stats.AcrossRuns;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.aggregate.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;

/** {@code profile_export_aiperf_aggregate.json} and {@code .csv} as AIPerf 0.13 writes them. */
public final class AggregateDocuments {
  private static final String SCHEMA_VERSION = "1.0";
  private static final String TYPE = "confidence";
  private static final int FEWER_DECIMALS = 2;
  private static final int MORE_DECIMALS = 4;

  private AggregateDocuments() {}

  /** Writes both. */
  public static void write(Aggregate aggregate, ExportLayout layout) throws IOException {
    Files.createDirectories(layout.aggregateJson().getParent());
    JsonDocument.write(layout.aggregateJson(), json -> write(json, aggregate));
    csv(aggregate).replace(layout.aggregateCsv());
  }

  private static void write(JsonDocument json, Aggregate aggregate) throws IOException {
    json.text("schema_version", SCHEMA_VERSION);
    json.text("aiperf_version", ProfileJson.COMPATIBLE_VERSION);
    json.object("metadata", () -> writeMetadata(json, aggregate));
    json.object(
        "metrics",
        () -> {
          for (var figure : aggregate.figures().entrySet()) {
            json.object(figure.getKey(), () -> writeFigure(json, figure.getValue()));
          }
        });
  }

  private static void writeMetadata(JsonDocument json, Aggregate aggregate) throws IOException {
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
    json.number("confidence_level", aggregate.confidence());
    json.texts("run_labels", aggregate.labels());
    json.number("cooldown_seconds", aggregate.cooldownSeconds());
  }

  private static void writeFigure(JsonDocument json, Aggregate.Figure figure) throws IOException {
    AcrossRuns across = figure.across();
    json.number("mean", across.mean());
    json.number("std", across.std());
    json.number("min", across.min());
    json.number("max", across.max());
    json.numberOrNull("cv", across.cv());
    json.number("se", across.se());
    json.number("ci_low", across.ciLow());
    json.number("ci_high", across.ciHigh());
    json.number("t_critical", across.tCritical());
    json.text("unit", figure.unit());
  }

  private static CsvText csv(Aggregate aggregate) {
    CsvText csv = new CsvText();
    csv.words(
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
    csv.word("Aggregation Type").word(TYPE).endLine();
    csv.word("Total Runs").integer(aggregate.runs().size()).endLine();
    csv.word("Successful Runs").integer(aggregate.labels().size()).endLine();
    csv.word("Confidence Level").word(Double.toString(aggregate.confidence())).endLine();
    csv.word("Run Labels").word(inPython(aggregate.labels())).endLine();
    csv.word("Cooldown Seconds").word(Double.toString(aggregate.cooldownSeconds())).endLine();
    return csv;
  }

  private static void writeLine(CsvText csv, String name, Aggregate.Figure figure) {
    AcrossRuns across = figure.across();
    csv.word(name)
        .number(across.mean(), FEWER_DECIMALS)
        .number(across.std(), FEWER_DECIMALS)
        .number(across.min(), FEWER_DECIMALS)
        .number(across.max(), FEWER_DECIMALS)
        .number(across.cv(), MORE_DECIMALS)
        .number(across.se(), MORE_DECIMALS)
        .number(across.ciLow(), FEWER_DECIMALS)
        .number(across.ciHigh(), FEWER_DECIMALS)
        .number(across.tCritical(), MORE_DECIMALS)
        .word(figure.unit())
        .endLine();
  }

  /** As AIPerf's own language prints a list of texts. */
  private static String inPython(List<String> labels) {
    return labels.stream()
        .map(label -> "'" + label + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
