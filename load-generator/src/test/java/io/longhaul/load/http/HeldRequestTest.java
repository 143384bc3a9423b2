package io.longhaul.load.http;

import static io.longhaul.load.http.ClientFixture.CLOCK;
import static io.longhaul.load.http.ClientFixture.NO_LIMIT;
import static io.longhaul.load.http.ClientFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that are handed to the client before they are due. */
@Timeout(60)
class HeldRequestTest {
  private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
  private static final String TIMED_OUT =
      "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n";
  private static final RawServer.Script RESPONDS_ONCE =
      connection -> {
        connection.readRequest();
        connection.write(RESPONSE);
        connection.awaitClose();
      };

  /** Long enough that the request is still held when a test has checked. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  @RegisterExtension static final ClientFixture fixture = new ClientFixture();

  @Test
  void requestOnAReusedConnectionLeavesWhenDue() throws Exception {
    CompletableFuture<Long> received = new CompletableFuture<>();
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              received.complete(CLOCK.nowNanos());
              connection.write(RESPONSE);
              connection.awaitClose();
            })) {
      fixture.send(server.uri()).awaitEnd();
      long due = CLOCK.nowNanos() + HELD_NANOS;
      RecordingExchangeListener held = held(server, NO_LIMIT, due);

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.calls())
          .containsExactly("sent again on it", "written", "headers 200", "body", "ended");
      assertThat(held.timeOf("sent again on it")).isGreaterThanOrEqualTo(due);
      assertThat(received.join()).isGreaterThanOrEqualTo(due);
      fixture.client().close();
    }
  }

  @Test
  void newConnectionIsOpenedWhenDue() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ONCE)) {
      long due = CLOCK.nowNanos() + HELD_NANOS;
      RecordingExchangeListener held = held(server, NO_LIMIT, due);

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.timeOf("connectStarted")).isGreaterThanOrEqualTo(due);
      assertThat(held.times()).isSorted();
      fixture.client().close();
    }
  }

  @Test
  void cancelledHeldRequestIsNotSent() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ONCE)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener held = new RecordingExchangeListener();
      LlmClient.Exchange exchange =
          fixture.send(request(server.uri(), NO_LIMIT), CLOCK.nowNanos() + HELD_NANOS, held);
      fixture.onLoop(
          () -> {
            exchange.cancel();
            return null;
          });

      assertThat(held.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(held.calls()).containsExactly("ended");
      fixture.awaitNoConnections();
    }
  }

  @Test
  void anotherConnectionIsOpenedIfTheReusedOneCloses() throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              isHeld.await();
              connection.close();
            },
            RESPONDS_ONCE)) {
      fixture.send(server.uri()).awaitEnd();
      long due = CLOCK.nowNanos() + HELD_NANOS;
      RecordingExchangeListener held = held(server, NO_LIMIT, due);
      isHeld.countDown();

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.calls())
          .containsExactly(
              "retried",
              "connectStarted",
              "connected",
              "sent",
              "written",
              "headers 200",
              "body",
              "ended");
      assertThat(held.timeOf("connectStarted")).isGreaterThanOrEqualTo(due);
      fixture.client().close();
    }
  }

  @Test
  void earlyDataFromTheServerIsNotTheResponse() throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              isHeld.await();
              connection.write(TIMED_OUT);
              connection.close();
            },
            RESPONDS_ONCE)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener held = held(server, NO_LIMIT, CLOCK.nowNanos() + HELD_NANOS);
      isHeld.countDown();

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.calls()).contains("retried", "headers 200").doesNotContain("headers 408");
      fixture.client().close();
    }
  }

  @Test
  void timeoutStartsWhenTheRequestIsDue() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ONCE)) {
      long shorterThanHoldTime = HELD_NANOS / 2;
      RecordingExchangeListener held =
          held(server, shorterThanHoldTime, CLOCK.nowNanos() + HELD_NANOS);

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      fixture.client().close();
    }
  }

  private RecordingExchangeListener held(RawServer server, long timeoutNanos, long dueNanos) {
    RecordingExchangeListener held = new RecordingExchangeListener();
    fixture.send(request(server.uri(), timeoutNanos), dueNanos, held);
    return held;
  }
}
