package io.longhaul.sinks.json;

import io.longhaul.export.RequestRow;
import java.io.IOException;

/**
 * When what of a request's HTTP exchange happened, as AIPerf's {@code trace_data} has it: times of
 * the epoch, and how long the phases took. What is not known is left out, and so are headers, which
 * {@code profile_export_raw.jsonl} has. Of a request that was sent twice it is the first try's.
 */
final class HttpTraceJson {
  /** The only kind of exchange that AIPerf's readers know. */
  private static final String TRACE_TYPE = "aiohttp";

  private HttpTraceJson() {}

  static void write(JsonDocument json, RequestRow row) throws IOException {
    json.object("trace_data", () -> writeMembers(json, row));
  }

  private static void writeMembers(JsonDocument json, RequestRow row) throws IOException {
    Long sent = row.getSentEpochNs();
    json.text("trace_type", TRACE_TYPE);
    time(json, "request_send_start_ns", sent);
    json.plainIntegers("request_chunks");
    time(json, "request_send_end_ns", row.getWrittenEpochNs());
    json.plainInteger("request_chunks_count", sent == null ? 0 : 1);
    json.plainInteger("request_bytes_total", row.getBytesSent());
    if (row.getStatus() != null) {
      json.plainInteger("response_status_code", row.getStatus());
    }
    time(json, "response_receive_start_ns", row.getFirstByteEpochNs());
    time(json, "response_headers_received_ns", row.getHeadersEpochNs());
    json.plainIntegers("response_chunks");
    json.plainInteger("response_chunks_count", row.getReads());
    json.plainInteger("response_bytes_total", row.getBytesReceived());
    time(json, "response_receive_end_ns", row.getEndedEpochNs());
    time(json, "tcp_connect_start_ns", row.getConnectStartedEpochNs());
    time(json, "tcp_connect_end_ns", row.getConnectedEpochNs());
    if (row.getConnectionReused()) {
      time(json, "connection_reused_ns", sent);
    }
    between(json, "sending_ns", sent, row.getWrittenEpochNs());
    between(json, "waiting_ns", row.getWrittenEpochNs(), row.getFirstByteEpochNs());
    between(json, "receiving_ns", row.getFirstByteEpochNs(), row.getEndedEpochNs());
    between(json, "duration_ns", sent, row.getEndedEpochNs());
    between(json, "connecting_ns", row.getConnectStartedEpochNs(), row.getConnectedEpochNs());
  }

  private static void time(JsonDocument json, String name, Long epochNanos) throws IOException {
    if (epochNanos != null) {
      json.plainInteger(name, epochNanos);
    }
  }

  private static void between(JsonDocument json, String name, Long from, Long to)
      throws IOException {
    if (from != null && to != null && to >= from) {
      json.plainInteger(name, to - from);
    }
  }
}
