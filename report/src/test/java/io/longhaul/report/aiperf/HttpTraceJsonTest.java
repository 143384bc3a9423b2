package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpTraceJsonTest {
  @TempDir Path folder;

  @Test
  void aRequestThatWasNeverSentHasNoSendTimes() throws IOException {
    JsonNode trace =
        traceOf(
            anError("run", "e", 10, 11)
                .setSentEpochNs(null)
                .setWrittenEpochNs(null)
                .setHeadersEpochNs(null)
                .setFirstByteEpochNs(null)
                .setConnectionReused(false)
                .build());

    assertThat(trace.path("request_chunks_count").intValue()).isZero();
    assertThat(trace.has("request_send_start_ns") || trace.has("duration_ns")).isFalse();
    assertThat(trace.path("response_receive_end_ns").isIntegralNumber()).isTrue();
  }

  @Test
  void anExistingConnectionIsReusedWhenTheRequestIsSent() throws IOException {
    JsonNode trace = traceOf(aRequest("run", "a", 10, 400).setConnectionReused(true).build());

    assertThat(trace.path("connection_reused_ns").longValue()).isEqualTo(at(10));
    assertThat(trace.has("connecting_ns")).isFalse();
  }

  @Test
  void aPhaseWithANegativeDurationIsOmitted() throws IOException {
    JsonNode trace =
        traceOf(
            aRequest("run", "a", 10, 400)
                .setWrittenEpochNs(at(300))
                .setFirstByteEpochNs(at(200))
                .build());

    assertThat(trace.has("waiting_ns")).isFalse();
  }

  private JsonNode traceOf(RequestRow row) throws IOException {
    Path file = folder.resolve("trace.json");
    JsonDocument.write(
        file, json -> json.object("trace_data", () -> HttpTraceJson.write(json, row)));
    return new ObjectMapper().readTree(file.toFile()).path("trace_data");
  }
}
