package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.Metric;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes on figures that are unreliable because chunks arrived together, in one network read or one
 * event. Read from {@code longhaul.json}.
 */
final class UnknownGapNotes {
  private static final List<Metric> DOUBTFUL =
      List.of(Metric.INTER_CHUNK_LATENCY, Metric.TIME_TO_SECOND_TOKEN, Metric.INTER_TOKEN_LATENCY);

  private static final String ALTERNATIVE =
      " (%s omits these gaps)".formatted(Metric.INTER_READ_LATENCY.header());

  private UnknownGapNotes() {}

  /** Returns the reason and one line for each figure; empty if every gap is known. */
  static List<String> of(JsonNode run) {
    List<String> notes = new ArrayList<>();
    for (Metric metric : DOUBTFUL) {
      JsonNode figures = run.path("metrics").path(metric.tag());
      if (figures.path("unknown").asLong() > 0) {
        notes.add(
            "%s: %s of %s values, recorded as 0%s"
                .formatted(
                    metric.header(),
                    Figures.count(figures.path("unknown")),
                    Figures.count(figures.path("count")),
                    metric == Metric.INTER_CHUNK_LATENCY ? ALTERNATIVE : ""));
      }
    }
    if (!notes.isEmpty()) {
      notes.add(0, "Some values are unknown, because several chunks arrived in one network read:");
    }
    JsonNode oneEvent = run.path("content").path("single_event_answers");
    if (oneEvent.asLong() > 0) {
      notes.add(
          Figures.count(oneEvent)
              + " responses arrived as a single event: they have no inter-token latency");
    }
    return notes;
  }
}
