package io.longhaul.report.figures;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RejectionReason;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Events that were rejected because their times are more than an hour ahead of Kafka's clock. They
 * count in no figure and do not advance the lane's frontier.
 */
final class ClockAheadRejections {
  private ClockAheadRejections() {}

  /** Returns one sentence for each lane with such events, ordered by lane. */
  static List<String> findings(Lake lake, String runId) throws IOException {
    Map<String, Long> events = new TreeMap<>();
    lake.forEach(
        Dataset.REJECTED,
        runId,
        row -> {
          if (row.getReason().startsWith(RejectionReason.AHEAD_OF_KAFKA)) {
            events.merge(row.getLaneId(), 1L, Long::sum);
          }
        });
    return events.entrySet().stream().map(ClockAheadRejections::finding).toList();
  }

  private static String finding(Map.Entry<String, Long> events) {
    return String.format(
        Locale.ROOT,
        "lane %s has %,d %s more than an hour ahead of Kafka's clock, in the dataset rejected (set"
            + " the clocks of its machine and of the brokers)",
        events.getKey(),
        events.getValue(),
        events.getValue() == 1 ? "event" : "events");
  }
}
