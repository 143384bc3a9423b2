package io.longhaul.report.aiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.report.figures.RowFacts;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;

/**
 * The HTTP phases of a request in AIPerf's {@code trace_data}: times in epoch nanoseconds, and
 * durations. Omits unknown values, and headers, which {@code profile_export_raw.jsonl} contains.
 * For a request that was sent twice, it describes the first try.
 */
final class HttpTraceJson {
  /** The only type that readers of AIPerf's files know. */
  private static final String TRACE_TYPE = "aiohttp";

  private HttpTraceJson() {}

  static void write(JsonDocument json, RequestRow row) throws IOException {
    Long sent = row.getSentEpochNs();
    json.text("trace_type", TRACE_TYPE);
    json.plainIntegerIfAny("request_send_start_ns", sent);
    json.plainIntegers("request_chunks");
    json.plainIntegerIfAny("request_send_end_ns", row.getWrittenEpochNs());
    json.plainInteger("request_chunks_count", sent == null ? 0 : 1);
    json.plainInteger("request_bytes_total", row.getBytesSent());
    json.plainIntegerIfAny("response_status_code", row.getStatus());
    json.plainIntegerIfAny("response_receive_start_ns", row.getFirstByteEpochNs());
    json.plainIntegerIfAny("response_headers_received_ns", row.getHeadersEpochNs());
    json.plainIntegers("response_chunks");
    json.plainInteger("response_chunks_count", row.getReads());
    json.plainInteger("response_bytes_total", row.getBytesReceived());
    json.plainIntegerIfAny("response_receive_end_ns", row.getEndedEpochNs());
    json.plainIntegerIfAny("tcp_connect_start_ns", row.getConnectStartedEpochNs());
    json.plainIntegerIfAny("tcp_connect_end_ns", row.getConnectedEpochNs());
    if (row.getConnectionReused()) {
      json.plainIntegerIfAny("connection_reused_ns", sent);
    }
    phase(json, "sending_ns", Metric.HTTP_REQ_SENDING, row);
    phase(json, "waiting_ns", Metric.HTTP_REQ_WAITING, row);
    phase(json, "receiving_ns", Metric.HTTP_REQ_RECEIVING, row);
    phase(json, "duration_ns", Metric.HTTP_REQ_DURATION, row);
    if (!row.getConnectionReused()) {
      phase(json, "connecting_ns", Metric.HTTP_REQ_CONNECTING, row);
    }
  }

  private static void phase(JsonDocument json, String name, Metric metric, RequestRow row)
      throws IOException {
    long nanos = RequestFormulas.value(metric, new RowFacts(row));
    if (nanos != RequestFacts.NONE) {
      json.plainInteger(name, nanos);
    }
  }
}
