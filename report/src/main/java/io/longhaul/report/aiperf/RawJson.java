package io.longhaul.report.aiperf;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.export.RequestRow;
import io.longhaul.kept.KeptExchange;
import io.longhaul.kept.RawExchange;
import io.longhaul.report.exchanges.SseMessages;
import io.longhaul.report.exchanges.StoredExchanges;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A line of {@code profile_export_raw.jsonl} in the format of AIPerf 0.13: one request, its payload
 * and every message of the response, each with its time. For one thread.
 */
public final class RawJson {
  private static final String EVENT_STREAM = "text/event-stream";

  private final RecordJson record;
  private final StoredExchanges kept;
  private long withoutExchange;

  public RawJson(RecordJson record, StoredExchanges kept) {
    this.record = record;
    this.kept = kept;
  }

  /** Writes the members of the line; the payload is last, as in AIPerf. */
  public void write(JsonDocument json, RequestRow row) throws IOException {
    record.writeMetadata(json, row);
    json.plainInteger("start_perf_ns", new RowFacts(row).startOrHandedNanos());
    Optional<RawExchange> found =
        kept.of(row.getLaneId(), row.getPlanIndex()).map(KeptExchange::getRaw);
    if (found.isPresent()) {
      RawExchange exchange = found.get();
      Map<String, String> headers = new LinkedHashMap<>();
      exchange.getRequestHeaders().forEach(each -> headers.put(each.getName(), each.getValue()));
      json.object("request_headers", headers, json::text);
      json.plainIntegerIfAny("status", row.getStatus());
      writeResponses(json, exchange);
      record.writeErrorIfAny(json, row);
      json.raw("payload", bytesOf(exchange.getRequestBody()));
    } else {
      withoutExchange++;
      json.plainIntegerIfAny("status", row.getStatus());
      json.objectsOneByOne("responses", none -> {});
      record.writeErrorIfAny(json, row);
    }
  }

  /** Returns the number of requests without stored content. */
  public long withoutExchange() {
    return withoutExchange;
  }

  private static void writeResponses(JsonDocument json, RawExchange exchange) throws IOException {
    byte[] body = bytesOf(exchange.getAnswerBody());
    String contentType = exchange.getAnswerContentType();
    if (contentType.toLowerCase(Locale.ROOT).startsWith(EVENT_STREAM)) {
      List<SseMessages.Message> messages =
          SseMessages.of(body, exchange.getPartEnds(), exchange.getPartEpochNs());
      json.objects("responses", messages, message -> writeMessage(json, message));
    } else {
      json.objectsOneByOne(
          "responses",
          responses -> {
            if (body.length > 0) {
              responses.line(whole -> writeWhole(whole, exchange, body));
            }
          });
    }
  }

  private static void writeMessage(JsonDocument json, SseMessages.Message message)
      throws IOException {
    json.plainInteger("perf_ns", message.epochNanos());
    json.objects(
        "packets",
        message.fields(),
        field -> {
          json.text("name", field.name());
          if (field.value() != null) {
            json.text("value", field.value());
          }
        });
  }

  private static void writeWhole(JsonDocument json, RawExchange exchange, byte[] body)
      throws IOException {
    List<Long> times = exchange.getPartEpochNs();
    json.plainInteger("perf_ns", times.get(times.size() - 1));
    json.text("text", new String(body, UTF_8));
    json.textIfAny("content_type", exchange.getAnswerContentType());
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
