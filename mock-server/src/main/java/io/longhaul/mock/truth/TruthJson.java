package io.longhaul.mock.truth;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;

/**
 * Writes the lines of the truth log: the fields of {@link TruthRecord} in snake case, times with
 * {@code _ns}.
 */
final class TruthJson {
  private TruthJson() {}

  static void write(TruthRecord truth, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("request_id", truth.requestId());
    json.writeStringField("correlation_id", truth.correlationId());
    json.writeNumberField("number", truth.number());
    json.writeNumberField("connection", truth.connection());
    json.writeNumberField("request_on_connection", truth.requestOnConnection());
    json.writeStringField("path", truth.path());
    json.writeStringField("model", truth.model());
    json.writeBooleanField("stream", truth.stream());
    json.writeNumberField("received_ns", truth.receivedNanos());
    json.writeNumberField("request_complete_ns", truth.completeNanos());
    json.writeNumberField("body_bytes", truth.bodyBytes());
    json.writeNumberField("headers_written_ns", truth.headersNanos());
    json.writeArrayFieldStart("write_ns");
    for (int i = 0; i < truth.writes().count(); i++) {
      json.writeNumber(truth.writes().nanos(i));
    }
    json.writeEndArray();
    json.writeNumberField("blocked_writes", truth.writes().blocked());
    json.writeNumberField("finish_ns", truth.finishNanos());
    json.writeNumberField("prompt_tokens", truth.promptTokens());
    json.writeNumberField("output_tokens", truth.outputTokens());
    json.writeNumberField("status", truth.status());
    json.writeStringField("outcome", truth.outcome().name().toLowerCase(Locale.ROOT));
    json.writeStringField("fault", truth.fault());
    if (truth.body() != null) {
      json.writeStringField("body", truth.body());
    }
    json.writeEndObject();
  }
}
