package io.longhaul.metrics;

import static io.longhaul.metrics.TestTraces.traceOf;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The phases of an exchange; {@link TestTraces} sends at 100 ms. */
class HttpPhasesTest {
  private static final long MILLI = 1_000_000;

  @Test
  void aReusedConnectionHasNoConnectTime() {
    RequestMetrics request = RequestMetrics.of(exchange().connectionReused(true).build());

    assertShows(request, Metric.HTTP_REQ_BLOCKED, 0);
    assertShows(request, Metric.HTTP_REQ_DNS_LOOKUP, 0);
    assertShows(request, Metric.HTTP_REQ_CONNECTING, 0);
    assertShows(request, Metric.HTTP_REQ_CONNECTION_OVERHEAD, 0);
    assertShows(request, Metric.HTTP_REQ_CONNECTION_REUSED, 1);
    assertShows(request, Metric.HTTP_REQ_SENDING, 1);
    assertShows(request, Metric.HTTP_REQ_WAITING, 29);
    assertShows(request, Metric.HTTP_REQ_RECEIVING, 70);
    assertShows(request, Metric.HTTP_REQ_DURATION, 100);
    assertShows(request, Metric.HTTP_REQ_TOTAL, 100);
  }

  @Test
  void aNewConnectionCountsInTheTotalButNotInTheDuration() {
    RequestMetrics request =
        RequestMetrics.of(
            exchange().connectStartedAtNanos(95 * MILLI).connectedAtNanos(99 * MILLI).build());

    assertShows(request, Metric.HTTP_REQ_CONNECTING, 4);
    assertShows(request, Metric.HTTP_REQ_CONNECTION_OVERHEAD, 4);
    assertShows(request, Metric.HTTP_REQ_CONNECTION_REUSED, 0);
    assertShows(request, Metric.HTTP_REQ_DURATION, 100);
    assertShows(request, Metric.HTTP_REQ_TOTAL, 104);
  }

  @Test
  void theDnsLookupOfANewConnectionIsUnknown() {
    RequestMetrics request =
        RequestMetrics.of(exchange().connectStartedAtNanos(95 * MILLI).build());

    assertThat(request.has(Metric.HTTP_REQ_DNS_LOOKUP)).isFalse();
    assertThat(request.has(Metric.HTTP_REQ_CONNECTING)).isFalse();
    assertThat(request.has(Metric.HTTP_REQ_TOTAL)).isFalse();
  }

  @Test
  void dataIsDisplayedInKilobytes() {
    RequestMetrics request =
        RequestMetrics.of(exchange().bytesSent(512).bytesReceived(3191).reads(17).build());

    assertShows(request, Metric.HTTP_REQ_DATA_SENT, 0.5);
    assertShows(request, Metric.HTTP_REQ_DATA_RECEIVED, 3.1162109375);
    assertShows(request, Metric.HTTP_REQ_CHUNKS_SENT, 1);
    assertShows(request, Metric.HTTP_REQ_CHUNKS_RECEIVED, 17);
  }

  @Test
  void aFailedExchangeHasNoPhases() {
    RequestMetrics request = RequestMetrics.of(exchange().outcome(Outcome.HTTP_ERROR).build());

    assertThat(Metric.values())
        .filteredOn(metric -> metric.table() == Metric.Console.HTTP_TRACE)
        .hasSize(14)
        .noneMatch(request::has);
  }

  private static RequestTraceBuilder exchange() {
    return traceOf("t140 t180 e200").writtenAtNanos(101 * MILLI).firstByteAtNanos(130 * MILLI);
  }

  private static void assertShows(RequestMetrics request, Metric metric, double value) {
    assertThat(request.displayValue(metric)).as(metric.tag()).isEqualTo(value);
  }
}
