package io.longhaul.report.longhaul;

import io.longhaul.export.HandshakeRow;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** AIPerf's lines of handshakes: one per attempt, in order of time. */
public final class NetworkLatencyJsonl {
  private NetworkLatencyJsonl() {}

  public static void write(Path file, Lake lake, String runId) throws IOException {
    JsonDocument.writeLines(
        file,
        lines ->
            lake.forEachInTime(
                Dataset.HANDSHAKES,
                runId,
                handshake -> lines.line(json -> write(json, handshake))));
  }

  private static void write(JsonDocument json, HandshakeRow handshake) throws IOException {
    boolean succeeded = handshake.getErrorType() == null;
    json.plainInteger("timestamp_ns", handshake.getAtEpochNs() - handshake.getTookNs());
    json.text("target_url", handshake.getUrl());
    json.text("target_host", handshake.getHost());
    json.plainInteger("target_port", handshake.getPort());
    json.text("probe_type", "tcp_connect");
    if (succeeded) {
      json.plainInteger("rtt_ns", handshake.getTookNs());
    }
    json.truth("success", succeeded);
    if (!succeeded) {
      json.object(
          "error",
          () -> {
            json.text("type", handshake.getErrorType());
            json.text("message", handshake.getErrorMessage());
            json.texts("cause_chain", List.of(handshake.getErrorType()));
          });
    }
  }
}
