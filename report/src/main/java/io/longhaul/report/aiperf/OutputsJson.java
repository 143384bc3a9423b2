package io.longhaul.report.aiperf;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.kept.KeptExchange;
import io.longhaul.metrics.Metric;
import io.longhaul.report.exchanges.PlanOrderSorter;
import io.longhaul.report.exchanges.StoredExchanges;
import io.longhaul.report.figures.RecordMetrics;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code outputs.json} in the format of AIPerf 0.13: the response text of each request of the
 * profiling phase, in the order of the plan; they are sorted on disk.
 */
public final class OutputsJson {
  private static final String SCHEMA_VERSION = "1.0";

  /** The metrics next to a text, in this order. */
  private static final List<Metric> METRICS =
      List.of(
          Metric.INPUT_SEQUENCE_LENGTH,
          Metric.OUTPUT_TOKEN_COUNT,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.REQUEST_LATENCY,
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.INTER_TOKEN_LATENCY);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final StoredExchanges exchanges;
  private final RecordMetrics figures;
  private long withoutExchange;

  private OutputsJson(StoredExchanges exchanges, RecordMetrics figures) {
    this.exchanges = exchanges;
    this.figures = figures;
  }

  /**
   * Writes the document.
   *
   * @return the number of requests without stored content: their text is null
   */
  public static long write(RunReport report, Lake lake, ExportLayout layout) throws IOException {
    try (StoredExchanges exchanges = new StoredExchanges(layout.kept());
        PlanOrderSorter ordered = new PlanOrderSorter(layout.folder(), "outputs")) {
      OutputsJson outputs =
          new OutputsJson(exchanges, RecordMetrics.of(report.run().getTokenSource()));
      new ReportedRequests(report, lake)
          .forEach(Set.of(), row -> outputs.putIfProfiling(row, ordered));
      JsonDocument.write(
          layout.outputsJson(),
          json -> {
            json.text("schema_version", SCHEMA_VERSION);
            json.objectsOneByOne(
                "data",
                entries ->
                    ordered.forEach(
                        entry -> entries.line(it -> it.members(MAPPER.readTree(entry)))));
          });
      return outputs.withoutExchange;
    }
  }

  private void putIfProfiling(RequestRow row, PlanOrderSorter ordered) throws IOException {
    if (RowPhase.PROFILING.matches(row.getPhase())) {
      ordered.put(row.getPlanIndex(), JsonDocument.compact(json -> write(json, row)));
    }
  }

  private void write(JsonDocument json, RequestRow row) throws IOException {
    json.plainInteger("session_num", row.getPlanIndex());
    json.text("conversation_id", row.getSessionId());
    json.plainInteger("turn_index", row.getTurnIndex());
    json.text("x_request_id", row.getRequestId());
    json.plainInteger("request_start_ns", new RowFacts(row).startOrHandedNanos());
    json.plainInteger("request_end_ns", row.getEndedEpochNs());
    json.object("metrics", () -> writeMetrics(json, row));
    json.textOrNull("response_text", RowFacts.isValid(row) ? textOf(row) : null);
  }

  private void writeMetrics(JsonDocument json, RequestRow row) throws IOException {
    Map<Metric, Long> numbers = new HashMap<>();
    figures.read(row, numbers::put);
    for (Metric metric : METRICS) {
      Long stored = numbers.get(metric);
      if (stored != null && metric.unit().storedPerDisplay() == 1) {
        json.plainInteger(metric.tag(), stored);
      } else if (stored != null) {
        json.number(metric.tag(), metric.unit().toDisplay((double) stored));
      }
    }
  }

  /** Returns null if there is no text, or none was stored, which is counted. */
  private @Nullable String textOf(RequestRow row) throws IOException {
    Optional<String> text =
        exchanges.of(row.getLaneId(), row.getPlanIndex()).map(KeptExchange::getOutputText);
    withoutExchange += text.isEmpty() ? 1 : 0;
    return text.filter(content -> !content.isEmpty()).orElse(null);
  }
}
