package io.longhaul.report.compare;

import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.List;

/**
 * A history as a JSON document; {@code docs/exports.md} describes it.
 *
 * @param minEffectPercent the least change of the level that is reported
 */
public record HistoryJson(
    HistoryFigure figure, List<HistorySeries> series, double minEffectPercent) {

  /** Writes the members of the document. */
  public void write(JsonDocument json) throws IOException {
    json.text("schema_version", "1");
    json.text("figure", figure.text());
    json.text("unit", figure.unit());
    json.number("min_effect_percent", minEffectPercent);
    json.objects("series", series, each -> write(json, each));
  }

  private void write(JsonDocument json, HistorySeries each) throws IOException {
    String change = figure.isInPoints() ? "change_points" : "change_percent";
    json.objects(
        "configuration",
        each.differences(),
        difference -> {
          json.text("path", difference.path());
          json.textIfAny("first", difference.before());
          json.textIfAny("this", difference.after());
        });
    json.objects(
        "runs",
        each.runs(),
        run -> {
          int index = each.runs().indexOf(run);
          json.text("name", run.name());
          json.time("started", run.startEpochNanos());
          json.number("value", run.value());
          json.number(change, figure.change(each.before(index), run.value()));
          json.number("level", each.levels().get(index));
          json.textIfAny("doubt", run.doubt());
        });
    json.objects(
        "changes",
        each.changes(),
        found -> {
          json.text("name", each.runs().get(found.index()).name());
          json.number("before", found.before());
          json.number("after", found.after());
          json.number(change, figure.change(found.before(), found.after()));
          json.number("p", found.p());
        });
  }
}
