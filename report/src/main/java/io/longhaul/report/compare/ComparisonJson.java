package io.longhaul.report.compare;

import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;

/**
 * A comparison as a JSON document; {@code docs/exports.md} describes it.
 *
 * @param minEffectPercent the minimum effect
 * @param results results of the conditions of {@code --fail-if-worse}
 */
public record ComparisonJson(
    List<ComparedRun> runs,
    List<RunComparison> comparisons,
    double minEffectPercent,
    List<WorseCondition.Result> results) {

  /** Writes the members of the document. */
  public void write(JsonDocument json) throws IOException {
    json.text("schema_version", "1");
    json.objects(
        "runs",
        runs,
        run -> {
          json.text("letter", RunComparison.letter(runs.indexOf(run)));
          json.text("name", run.name());
          json.text("tool", run.facts().tool());
          json.number("seconds", run.facts().seconds());
          json.integer("valid_requests", run.facts().requests());
        });
    json.number("min_effect_percent", minEffectPercent);
    json.objects("comparisons", comparisons, comparison -> write(json, comparison));
    if (!results.isEmpty()) {
      json.objects(
          "fail_if_worse",
          results,
          result -> {
            json.text("condition", result.condition().text());
            json.text("other", result.otherLetter());
            json.truth("missed", result.missed());
            json.text("text", result.text());
          });
    }
  }

  private static void write(JsonDocument json, RunComparison comparison) throws IOException {
    json.text("baseline", comparison.baselineLetter());
    json.text("other", comparison.otherLetter());
    json.texts("warnings", comparison.warnings());
    json.objects(
        "figures",
        comparison.figures(),
        figure -> {
          String unit = figure.figure().isInPoints() ? "points" : "percent";
          json.text("figure", figure.figure().text());
          json.text("unit", figure.figure().unit());
          json.number("baseline", figure.baseline());
          json.number("other", figure.other());
          json.number("difference_" + unit, figure.percent());
          json.number("margin_" + unit, figure.marginPercent());
          json.text("verdict", figure.verdict().word());
        });
    json.objects(
        "configuration",
        comparison.changes(),
        change -> {
          json.text("path", change.path());
          json.textIfAny("baseline", change.before());
          json.textIfAny("other", change.after());
        });
  }
}
