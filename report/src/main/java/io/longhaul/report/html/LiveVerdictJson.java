package io.longhaul.report.html;

import io.longhaul.metrics.stability.LiveVerdict.Change;
import io.longhaul.report.figures.LiveFigure;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.Locale;

/** Writes the verdicts of a run in progress. */
final class LiveVerdictJson {
  private LiveVerdictJson() {}

  /** Writes the verdict on one figure. */
  static void write(JsonDocument json, LiveFigure figure) throws IOException {
    json.text("figure", figure.figure().text());
    json.text("name", figure.name());
    json.text("unit", figure.figure().unit());
    json.text("state", figure.verdict().state().name().toLowerCase(Locale.ROOT));
    json.plainInteger("slices", figure.verdict().slices());
    if (figure.verdict().change().isPresent()) {
      Change change = figure.change();
      json.plainInteger("since_slice", change.slice());
      json.number("since_seconds", figure.sinceSeconds());
      json.number("from", change.from());
      json.number("to", change.to());
    }
    json.text("text", figure.text());
  }
}
