package io.longhaul.metrics;

import static io.longhaul.metrics.RequestTrace.NONE;

import io.longhaul.metrics.stats.Rates;

/**
 * The phases of one HTTP exchange, named as in AIPerf. Of a request that was sent twice they are
 * those of the first try, from which the clock runs.
 */
final class HttpPhases {
  private HttpPhases() {}

  /**
   * @param metric with {@link Metric.Flag#HTTP_PHASE}
   * @return in stored units; {@link RequestTrace#NONE} where there is no value
   */
  static long value(Metric metric, RequestTrace trace) {
    return switch (metric) {
      case HTTP_REQ_BLOCKED -> 0;
      case HTTP_REQ_DNS_LOOKUP -> trace.connectionReused() ? 0 : NONE;
      case HTTP_REQ_CONNECTING, HTTP_REQ_CONNECTION_OVERHEAD -> connecting(trace);
      case HTTP_REQ_SENDING -> between(trace.sentAtNanos(), trace.writtenAtNanos());
      case HTTP_REQ_WAITING -> between(trace.writtenAtNanos(), trace.firstByteAtNanos());
      case HTTP_REQ_RECEIVING -> between(trace.firstByteAtNanos(), trace.endedAtNanos());
      case HTTP_REQ_CONNECTION_REUSED -> trace.connectionReused() ? Rates.SCALE : 0;
      case HTTP_REQ_DATA_SENT -> trace.bytesSent();
      case HTTP_REQ_CHUNKS_SENT -> 1;
      case HTTP_REQ_DATA_RECEIVED -> trace.bytesReceived();
      case HTTP_REQ_CHUNKS_RECEIVED -> trace.reads();
      case HTTP_REQ_DURATION -> between(trace.sentAtNanos(), trace.endedAtNanos());
      case HTTP_REQ_TOTAL ->
          sum(connecting(trace), between(trace.sentAtNanos(), trace.endedAtNanos()));
      default -> throw new IllegalArgumentException("Invalid metric: " + metric + " (a phase)");
    };
  }

  private static long connecting(RequestTrace trace) {
    return trace.connectionReused()
        ? 0
        : between(trace.connectStartedAtNanos(), trace.connectedAtNanos());
  }

  private static long between(long from, long to) {
    return from == NONE || to == NONE || to < from ? NONE : to - from;
  }

  private static long sum(long one, long other) {
    return one == NONE || other == NONE ? NONE : one + other;
  }
}
