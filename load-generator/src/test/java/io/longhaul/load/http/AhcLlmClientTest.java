package io.longhaul.load.http;

import static io.longhaul.load.http.ClientFixture.HELLO;
import static io.longhaul.load.http.ClientFixture.IMMEDIATELY;
import static io.longhaul.load.http.ClientFixture.NO_LIMIT;
import static io.longhaul.load.http.ClientFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class AhcLlmClientTest {

  private static final String RESPONSE =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  private static final String CHUNKED_HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final RawServer.Script RESPONDS_ALWAYS =
      connection -> {
        while (true) {
          connection.readRequest();
          connection.write(RESPONSE);
        }
      };
  private static final RawServer.Script NEVER_RESPONDS =
      connection -> {
        connection.readRequest();
        connection.awaitClose();
      };

  @RegisterExtension static final ClientFixture fixture = new ClientFixture();

  // Events of a request.

  @Test
  void reportsTheEventsOfARequestInOrder() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ALWAYS)) {
      long before = ClientFixture.CLOCK.nowNanos();
      RecordingExchangeListener recorded = fixture.send(server.uri());

      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls())
          .containsExactly(
              "connectStarted",
              "connected",
              "sent",
              "written",
              "headers 200 application/json",
              "body",
              "ended");
      assertThat(recorded.times()).isSorted();
      assertThat(recorded.times().get(0)).isGreaterThanOrEqualTo(before);
      assertThat(recorded.timeOf("ended")).isEqualTo(recorded.timeOf("body"));
      assertThat(recorded.bodyText()).isEqualTo("{}");
    }
  }

  @Test
  void sendsTheGivenHeadersAndFewOthers() throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    try (RawServer server =
        RawServer.running(
            connection -> {
              seen.complete(connection.readRequest());
              connection.write(RESPONSE);
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      recorded.awaitEnd();

      assertThat(seen.join())
          .isEqualTo(
              "POST /v1/chat/completions HTTP/1.1\r\n"
                  + "Content-Type: application/json\r\n"
                  + "X-Request-ID: r-1\r\n"
                  + "Accept-Encoding: identity\r\n"
                  + "content-length: 11\r\n"
                  + "host: 127.0.0.1:"
                  + server.uri().getPort()
                  + "\r\n"
                  + "accept: */*\r\n"
                  + "user-agent: longhaul\r\n"
                  + "\r\n"
                  + HELLO);
      assertThat(recorded.bytesWritten()).isEqualTo(seen.join().length());
    }
  }

  @Test
  void idleConnectionIsReusedAndReportedAsReused() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls())
          .containsExactly(
              "sent again on it", "written", "headers 200 application/json", "body", "ended");
      assertThat(server.accepted()).isEqualTo(1);
      assertThat(fixture.onLoop(fixture.client()::openConnections)).isEqualTo(1);
    }
  }

  @Test
  void concurrentRequestsHaveTheirOwnConnections() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ALWAYS)) {
      List<RecordingExchangeListener> recorded = new ArrayList<>();
      fixture.onLoop(
          () -> {
            for (int i = 0; i < 20; i++) {
              RecordingExchangeListener one = new RecordingExchangeListener();
              recorded.add(one);
              fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, one);
            }
            return null;
          });
      for (RecordingExchangeListener one : recorded) {
        assertThat(one.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      }
      assertThat(server.accepted()).isEqualTo(20);
    }
  }

  // Timestamps.

  @Test
  void partsOfOneReadShareItsIndexAndTime() throws Exception {
    CountDownLatch firstRecorded = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(CHUNKED_HEAD + "1\r\na\r\n1\r\nb\r\n");
              firstRecorded.await();
              connection.write("1\r\nc\r\n0\r\n\r\n");
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      recorded.awaitFirstPart();
      firstRecorded.countDown();
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);

      List<RecordingExchangeListener.Part> parts = recorded.parts();
      assertThat(parts)
          .extracting(RecordingExchangeListener.Part::text)
          .containsExactly("a", "b", "c");
      assertThat(parts).extracting(RecordingExchangeListener.Part::read).containsExactly(0, 0, 1);
      assertThat(parts.get(0).atNanos()).isEqualTo(parts.get(1).atNanos());
      assertThat(parts.get(2).atNanos()).isGreaterThan(parts.get(1).atNanos());
      assertThat(recorded.timeOf("ended")).isEqualTo(parts.get(2).atNanos());
    }
  }

  @Test
  void waitingBytesArriveInOneRead() throws Exception {
    String chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
    CountDownLatch blockedLoop = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(CHUNKED_HEAD + "1\r\na\r\n");
              blockedLoop.await();
              connection.write(chunk.repeat(40) + "0\r\n\r\n");
              written.countDown();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      recorded.awaitFirstPart();
      fixture.onLoop(
          () -> {
            blockedLoop.countDown();
            return written.await(10, TimeUnit.SECONDS);
          });
      recorded.awaitEnd();
      assertThat(recorded.bodyText()).hasSize(1 + 40 * 1024);
      assertThat(recorded.parts().subList(1, 41))
          .extracting(RecordingExchangeListener.Part::read)
          .containsOnly(1);
    }
  }

  /**
   * The clock is read when the event loop reads. A blocked loop is therefore late and takes two
   * writes for one. This is why nothing may block it, and why chunks of one read have no gap.
   */
  @Test
  void blockedLoopTakesLateTimestampsAndMergesTwoWrites() throws Exception {
    CountDownLatch blockedLoop = new CountDownLatch(1);
    CountDownLatch bothWritten = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(CHUNKED_HEAD + "1\r\na\r\n");
              blockedLoop.await();
              connection.write("1\r\nb\r\n");
              connection.write("1\r\nc\r\n0\r\n\r\n");
              bothWritten.countDown();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      recorded.awaitFirstPart();
      long releasedAt =
          fixture.onLoop(
              () -> {
                blockedLoop.countDown();
                assertThat(bothWritten.await(10, TimeUnit.SECONDS)).isTrue();
                return ClientFixture.CLOCK.nowNanos();
              });
      recorded.awaitEnd();

      List<RecordingExchangeListener.Part> parts = recorded.parts();
      assertThat(parts).extracting(RecordingExchangeListener.Part::read).containsExactly(0, 1, 1);
      assertThat(parts.get(1).atNanos()).isGreaterThanOrEqualTo(releasedAt);
      assertThat(parts.get(2).atNanos()).isEqualTo(parts.get(1).atNanos());
    }
  }

  @Test
  void timersRunInOrderAndNeverEarly() throws Exception {
    List<String> order = new ArrayList<>();
    CompletableFuture<Long> late = new CompletableFuture<>();
    long latest =
        fixture.onLoop(
            () -> {
              LlmClient loop = fixture.client();
              long now = ClientFixture.CLOCK.nowNanos();
              long soon = now + TimeUnit.MILLISECONDS.toNanos(100);
              long later = now + TimeUnit.MILLISECONDS.toNanos(200);
              loop.at(later, () -> late.complete(ClientFixture.CLOCK.nowNanos()));
              loop.at(soon, () -> order.add("soon"));
              loop.at(now - 1, () -> order.add("past"));
              loop.at(soon, () -> order.add("cancelled")).cancel();
              return later;
            });
    assertThat(late.get(10, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(latest);
    assertThat(order).containsExactly("past", "soon");
  }

  // Stale connections.

  @Test
  void staleConnectionIsReplacedOnceWithinTheSameTimeout() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls())
          .containsExactly(
              "sent again on it",
              "written",
              "retried",
              "connectStarted",
              "connected",
              "sent",
              "written",
              "headers 200 application/json",
              "body",
              "ended");
      assertThat(second.times()).isSorted();
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void resetOfAReusedConnectionIsStale() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.reset();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).contains("retried");
    }
  }

  @Test
  void retryUsesANewConnectionEvenIfAnotherIsIdle() throws Exception {
    CountDownLatch bothConnected = new CountDownLatch(2);
    RawServer.Script onceThenClosed =
        connection -> {
          connection.readRequest();
          bothConnected.countDown();
          bothConnected.await();
          connection.write(RESPONSE);
          connection.readRequest();
          connection.close();
        };
    try (RawServer server = RawServer.running(onceThenClosed, onceThenClosed, RESPONDS_ALWAYS)) {
      RecordingExchangeListener first = fixture.send(server.uri());
      RecordingExchangeListener alongside = fixture.send(server.uri());
      first.awaitEnd();
      alongside.awaitEnd();

      RecordingExchangeListener stale = fixture.send(server.uri());
      assertThat(stale.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(stale.calls()).containsOnlyOnce("retried");
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void failedRetryIsNotRetried() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            },
            connection -> {
              connection.readRequest();
              connection.close();
            })) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd().kind()).isEqualTo(Kind.CLOSED_BEFORE_ANSWER);
      assertThat(second.calls()).containsOnlyOnce("retried");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void withoutRetryAStaleConnectionIsASeparateError() throws Exception {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    fixture.use(
        ClientFixture.settings(
            defaults.connectTimeoutNanos(), defaults.keepIdleNanos(), false, true));
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            })) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd().kind()).isEqualTo(Kind.STALE_CONNECTION);
      assertThat(second.calls()).doesNotContain("retried");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void reusedConnectionThatStartedToRespondIsNotStale() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.write("HTTP/1.1 20");
              connection.close();
            })) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd().kind()).isEqualTo(Kind.CLOSED_INSIDE_ANSWER);
      assertThat(second.calls()).doesNotContain("retried");
    }
  }

  @Test
  void newConnectionClosedBeforeTheResponseIsNotRetried() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.close();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());

      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CLOSED_BEFORE_ANSWER);
      assertThat(recorded.calls())
          .containsExactly("connectStarted", "connected", "sent", "written", "ended");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void resetBeforeTheResponseIsNotRetried() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.reset();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CLOSED_BEFORE_ANSWER);
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  // Reuse of connections.

  @Test
  void connectionWithUnexpectedDataIsNotReused() throws Exception {
    CountDownLatch idle = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              idle.await();
              connection.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
              connection.awaitClose();
              closed.countDown();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      idle.countDown();
      fixture.awaitNoConnections();
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();

      RecordingExchangeListener second = fixture.send(server.uri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).contains("headers 200 application/json").contains("connected");
    }
  }

  @Test
  void secondResponseInTheSameReadIsNotMistakenForTheNextOne() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE + "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
              connection.awaitClose();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).contains("connected", "headers 200 application/json");
    }
  }

  @Test
  void keepAliveTimeoutOfTheServerIsRespected() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(
                  "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=0\r\nContent-Length: 0\r\n\r\n");
              connection.awaitClose();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).contains("connected").doesNotContain("retried");
    }
  }

  @Test
  void withoutIdleTimeEveryRequestHasItsOwnConnection() throws Exception {
    fixture.use(ClientFixture.settings(1_000_000_000, 0, true, true));
    try (RawServer server = RawServer.running(RESPONDS_ONCE, RESPONDS_ONCE)) {
      fixture.send(server.uri()).awaitEnd();
      fixture.send(server.uri()).awaitEnd();
      assertThat(server.accepted()).isEqualTo(2);
      fixture.awaitNoConnections();
    }
  }

  @Test
  void singleUseConnectionSendsConnectionClose() throws Exception {
    fixture.use(ClientFixture.settings(1_000_000_000, 0, true, true));
    AtomicReference<String> request = new AtomicReference<>();
    try (RawServer server =
        RawServer.running(
            connection -> {
              request.set(connection.readRequest());
              connection.write(RESPONSE);
              connection.awaitClose();
            })) {
      assertThat(fixture.send(server.uri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(request.get().toLowerCase(Locale.ROOT)).contains("\r\nconnection: close\r\n");
      fixture.awaitNoConnections();
    }
  }

  private static final RawServer.Script RESPONDS_ONCE =
      connection -> {
        connection.readRequest();
        connection.write(RESPONSE);
        connection.awaitClose();
      };

  @Test
  void responseBeforeTheEndOfItsRequestClosesTheConnection() throws Exception {
    RecordingExchangeListener recorded = new RecordingExchangeListener();
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
              // Until then most of the request is not accepted, so it cannot be completely written.
              recorded.awaitHeaders();
              connection.skipToEnd();
            },
            RESPONDS_ALWAYS)) {
      fixture.send(
          new OutgoingRequest(server.uri(), List.of(), new byte[64 << 20], NO_LIMIT), recorded);
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls())
          .containsExactly("connectStarted", "connected", "sent", "headers 413", "ended");
      fixture.awaitNoConnections();
    }
  }

  // Connecting.

  @Test
  void ipv6AddressIsReachedAndKeepsItsBrackets() throws Exception {
    AtomicReference<String> request = new AtomicReference<>();
    try (RawServer server =
        RawServer.on(
            new ServerSocket(0, 50, InetAddress.getAllByName("::1")[0]),
            connection -> {
              request.set(connection.readRequest());
              connection.write(RESPONSE);
              connection.awaitClose();
            })) {
      int port = server.uri().getPort();
      RecordingExchangeListener recorded =
          fixture.send(URI.create("http://[::1]:" + port + "/v1/chat/completions"));
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(request.get().toLowerCase(Locale.ROOT))
          .startsWith("post /v1/chat/completions http/1.1\r\n")
          .contains("\r\nhost: [::1]:" + port + "\r\n");
      fixture.client().close();
    }
  }

  @Test
  void refusedConnectionIsReported() throws Exception {
    URI closedPort;
    try (ServerSocket closedSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = URI.create("http://127.0.0.1:" + closedSocket.getLocalPort() + "/");
    }
    RecordingExchangeListener recorded = fixture.send(closedPort);
    assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CONNECT_FAILED);
    assertThat(recorded.awaitEnd().message()).contains("refused");
    assertThat(recorded.calls()).containsExactly("connectStarted", "ended");
  }

  @Test
  void unknownHostIsReported() throws Exception {
    // Too long for a host name, so no name server is queried.
    URI nowhere = URI.create("http://" + "a".repeat(64) + "/");
    RecordingExchangeListener recorded = fixture.send(nowhere);
    assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CONNECT_FAILED);
    assertThat(recorded.calls()).containsExactly("ended");
  }

  @Test
  void hostNameIsResolvedOffTheLoopAndCached() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ONCE, RESPONDS_ONCE)) {
      fixture.use(ClientFixture.settings(1_000_000_000, 0, true, true));
      URI byName = URI.create("http://localhost:" + server.uri().getPort() + "/");
      assertThat(fixture.send(byName).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(fixture.send(byName).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    }
  }

  @Test
  void connectionThatIsNotAcceptedTimesOut() throws Exception {
    try (FullServer server = new FullServer()) {
      fixture.use(ClientFixture.settings(100_000_000, 0, true, true));
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CONNECT_TIMEOUT);
      assertThat(recorded.calls()).containsExactly("connectStarted", "ended");
    }
  }

  @Test
  void connectingCanBeCancelled() throws Exception {
    try (FullServer server = new FullServer()) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      LlmClient.Exchange exchange = fixture.send(request(server.uri(), NO_LIMIT), recorded);
      fixture.onLoop(
          () -> {
            exchange.cancel();
            return null;
          });
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(recorded.calls()).containsExactly("connectStarted", "ended");
      assertThat(fixture.onLoop(fixture.client()::openConnections)).isZero();
    }
  }

  @Test
  void requestCanBeCancelledBeforeItConnects() throws Exception {
    try (FullServer server = new FullServer()) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      fixture.onLoop(
          () -> {
            fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, recorded).cancel();
            return null;
          });
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(recorded.calls()).containsExactly("ended");
      assertThat(fixture.onLoop(fixture.client()::openConnections)).isZero();
    }
  }

  // Ending.

  @Test
  void requestEndsAtItsTimeout() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(CHUNKED_HEAD + "1\r\na\r\n");
              connection.awaitClose();
              closed.countDown();
            })) {
      long before = ClientFixture.CLOCK.nowNanos();
      long limit = TimeUnit.MILLISECONDS.toNanos(100);
      RecordingExchangeListener recorded = fixture.send(server.uri(), limit);

      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(recorded.timeOf("ended")).isGreaterThanOrEqualTo(before + limit);
      assertThat(recorded.bodyText()).isEqualTo("a");
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
      fixture.awaitNoConnections();
    }
  }

  @Test
  void timeoutRunsFromTheFirstAttempt() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            },
            NEVER_RESPONDS)) {
      fixture.send(server.uri()).awaitEnd();
      long limit = TimeUnit.MILLISECONDS.toNanos(200);
      RecordingExchangeListener recorded = fixture.send(server.uri(), limit);

      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(recorded.calls()).contains("retried");
      long fromSecondTry = recorded.timeOf("ended") - recorded.timeOf("sent");
      assertThat(recorded.timeOf("ended") - recorded.timeOf("sent again on it"))
          .isGreaterThan(fromSecondTry);
    }
  }

  @Test
  void cancelledRequestClosesItsConnection() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.awaitClose();
              closed.countDown();
            })) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      LlmClient.Exchange exchange = fixture.send(request(server.uri(), NO_LIMIT), recorded);
      recorded.awaitSent();
      fixture.onLoop(
          () -> {
            exchange.cancel();
            exchange.cancel();
            return null;
          });

      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
      fixture.awaitNoConnections();
    }
  }

  @Test
  void listenerMayCancelDuringSending() throws Exception {
    try (RawServer server = RawServer.running(connection -> connection.skipToEnd())) {
      LlmClient.Exchange[] exchange = new LlmClient.Exchange[1];
      RecordingExchangeListener recorded =
          new RecordingExchangeListener() {
            @Override
            public void sent(long atNanos, boolean connectionReused) {
              super.sent(atNanos, connectionReused);
              exchange[0].cancel();
            }
          };
      fixture.onLoop(
          () ->
              exchange[0] =
                  fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, recorded));
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(recorded.calls()).containsExactly("connectStarted", "connected", "sent", "ended");
      fixture.awaitNoConnections();
    }
  }

  @Test
  void listenerMayCancelInsteadOfARetry() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            })) {
      fixture.send(server.uri()).awaitEnd();
      LlmClient.Exchange[] exchange = new LlmClient.Exchange[1];
      RecordingExchangeListener recorded =
          new RecordingExchangeListener() {
            @Override
            public void retried(long atNanos) {
              super.retried(atNanos);
              exchange[0].cancel();
            }
          };
      fixture.onLoop(
          () ->
              exchange[0] =
                  fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, recorded));
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(recorded.calls()).endsWith("retried", "ended");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void cancellingAnEndedRequestHasNoEffect() throws Exception {
    try (RawServer server = RawServer.running(RESPONDS_ALWAYS)) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      LlmClient.Exchange exchange = fixture.send(request(server.uri(), NO_LIMIT), recorded);
      recorded.awaitEnd();
      fixture.onLoop(
          () -> {
            exchange.cancel();
            return null;
          });
      RecordingExchangeListener second = fixture.send(server.uri());
      second.awaitEnd();
      assertThat(second.calls()).startsWith("sent again on it");
    }
  }

  @Test
  void closeEndsRequestsInFlight() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.awaitClose();
                  closed.countDown();
                });
        FullServer full = new FullServer()) {
      RecordingExchangeListener waiting = fixture.send(server.uri());
      RecordingExchangeListener connecting = fixture.send(full.uri());
      waiting.awaitSent();
      fixture.client().close();

      assertThat(waiting.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(connecting.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void requestDuringCloseEndsImmediately() throws Exception {
    try (RawServer server = RawServer.running(NEVER_RESPONDS)) {
      RecordingExchangeListener late = new RecordingExchangeListener();
      RecordingExchangeListener recorded =
          new RecordingExchangeListener() {
            @Override
            public void ended(long atNanos, ExchangeEnd how) {
              super.ended(atNanos, how);
              fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, late);
            }
          };
      fixture.send(request(server.uri(), NO_LIMIT), recorded);
      recorded.awaitSent();
      fixture.client().close();
      assertThat(late.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(late.calls()).containsExactly("ended");
    }
  }

  @Test
  void callsFromTheWrongThreadAreRejected() {
    assertThatThrownBy(
            () ->
                fixture
                    .client()
                    .send(
                        request(URI.create("http://127.0.0.1:1/"), NO_LIMIT),
                        IMMEDIATELY,
                        ExchangeListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Cannot send: this is thread ");
    assertThatThrownBy(
            () ->
                fixture.onLoop(
                    () -> {
                      fixture.client().close();
                      return null;
                    }))
        .hasRootCauseMessage(
            "Cannot close the client on its own loop: it would wait for itself (use another"
                + " thread)");
  }

  /** Listens, but its queue is full and nothing accepts from it, so that connecting hangs. */
  private static final class FullServer implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> queued = new ArrayList<>();

    FullServer() throws IOException {
      for (int i = 0; i < 10; i++) {
        Socket socket = new Socket();
        queued.add(socket);
        try {
          socket.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort()),
              200);
        } catch (SocketTimeoutException e) {
          return;
        }
      }
      throw new AssertionError("The queue of a listening socket took 10 connections");
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : queued) {
        socket.close();
      }
      listening.close();
    }
  }
}
