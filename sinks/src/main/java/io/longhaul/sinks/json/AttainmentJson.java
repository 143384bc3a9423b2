package io.longhaul.sinks.json;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.report.SloAttainment;
import java.io.IOException;
import java.util.List;

/** The attainment of each SLO. */
final class AttainmentJson {
  private AttainmentJson() {}

  /** Writes the member {@code objectives}; omitted if there are no SLOs. */
  static void write(JsonDocument json, List<SloAttainment> attainments) throws IOException {
    if (attainments.isEmpty()) {
      return;
    }
    json.objects(
        "objectives",
        attainments,
        attainment -> {
          Metric metric = attainment.slo().metric();
          boolean lowerBound = metric.is(Metric.Flag.LARGER_IS_BETTER);
          json.text("metric", metric.tag());
          json.number(
              lowerBound ? "at_least" : "at_most",
              metric.unit().toDisplay((double) attainment.slo().threshold()));
          json.text("unit", metric.unit().display());
          json.integer("met", attainment.met());
          json.integer("judged", attainment.judged());
          json.number("attainment", attainment.share());
        });
  }
}
