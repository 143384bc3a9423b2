package io.longhaul.load.http;

import static io.longhaul.load.http.ClientFixture.CLOCK;
import static io.longhaul.load.http.ClientFixture.IMMEDIATELY;
import static io.longhaul.load.http.ClientFixture.NO_LIMIT;
import static io.longhaul.load.http.ClientFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.http.Http2Server.Stream;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain HTTP/2; the tests of gRPC loads cover gRPC. */
@Timeout(60)
class Http2LlmClientTest {
  private static final Http2Server.Script RESPONDS = stream -> stream.response("{}");
  private static final Http2Server.Script NEVER_RESPONDS = stream -> {};
  private static final int LARGE = 10 << 20;

  private static SelfSigned certificate;

  @RegisterExtension static final ClientFixture fixture = new ClientFixture(Http2LlmClient::ofHttp);

  @BeforeAll
  static void createCertificate(@TempDir Path folder) throws Exception {
    certificate = SelfSigned.make(folder);
  }

  // Events of a request.

  @Test
  void reportsTheEventsOfARequestInOrder() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
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
      assertThat(recorded.bodyText()).isEqualTo("{}");
    }
  }

  @Test
  void reportsTheEndOfTheTlsHandshake() throws Exception {
    fixture.use(unverified(300_000_000_000L));
    try (Http2Server server = Http2Server.encrypted(certificate.serverSide(), RESPONDS)) {
      RecordingExchangeListener recorded = fixture.send(server.tlsUri());

      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls())
          .startsWith("connectStarted", "connected", "tlsEnded", "sent", "written");
      assertThat(recorded.times()).isSorted();
      // Only the bytes of this request, without TLS.
      assertThat(recorded.bytesWritten()).isLessThan(300);
      assertThat(fixture.send(server.tlsUri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void sendsTheGivenHeadersInLowerCaseAndFewOthers() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      List<Map.Entry<String, String>> headers =
          List.of(
              Map.entry("Content-Type", "application/json"),
              Map.entry("X-Request-ID", "r-1"),
              Map.entry("Accept-Encoding", "gzip"),
              Map.entry("Connection", "keep-alive"),
              Map.entry("Transfer-Encoding", "chunked"));
      URI target = URI.create(server.uri() + "?a=b%20c");
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      fixture.send(new OutgoingRequest(target, headers, new byte[11], NO_LIMIT), recorded);
      recorded.awaitEnd();

      Stream seen = server.streams().get(0);
      assertThat(seen.head())
          .extracting(header -> header.getKey() + ": " + header.getValue())
          .containsExactlyInAnyOrder(
              ":method: POST",
              ":scheme: http",
              ":path: /v1/chat/completions?a=b%20c",
              ":authority: 127.0.0.1:" + server.uri().getPort(),
              "content-type: application/json",
              "x-request-id: r-1",
              "accept-encoding: identity",
              "content-length: 11",
              "accept: */*",
              "user-agent: longhaul");
      assertThat(seen.bodyBytes()).isEqualTo(11);
      assertThat(recorded.bytesWritten()).isBetween(100L, 300L);
    }
  }

  @Test
  void getHasNoBodyAndAConfiguredHostIsTheAuthority() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      URI target = URI.create("http://127.0.0.1:" + server.uri().getPort());
      fixture.send(
          OutgoingRequest.get(target, List.of(Map.entry("Host", "models.example")), NO_LIMIT),
          recorded);

      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls()).contains("sent", "written");
      assertThat(server.streams().get(0).head())
          .extracting(header -> header.getKey() + ": " + header.getValue())
          .startsWith(":method: GET", ":scheme: http", ":path: /", ":authority: models.example");
    }
  }

  @Test
  void requestIsHeldUntilDue() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      fixture.send(server.uri()).awaitEnd();
      long due = CLOCK.nowNanos() + TimeUnit.MILLISECONDS.toNanos(300);
      RecordingExchangeListener held = new RecordingExchangeListener();
      fixture.send(request(server.uri(), NO_LIMIT), due, held);
      RecordingExchangeListener meanwhile = fixture.send(server.uri());

      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.timeOf("sent again on it")).isGreaterThanOrEqualTo(due);
      assertThat(meanwhile.timeOf("ended")).isLessThan(due);
    }
  }

  // Responses.

  @ParameterizedTest
  @ValueSource(strings = {"204", "302", "401", "429", "503"})
  void responseMayConsistOfHeadersAndNoStatusTriggersAnAction(String status) throws Exception {
    try (Http2Server server =
        Http2Server.running(
            stream -> stream.onlyHead(status, "location", "/", "retry-after", "0"))) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls()).endsWith("headers " + status, "ended").containsOnlyOnce("sent");
      assertThat(server.streams()).hasSize(1);
    }
  }

  @Test
  void errorHasItsBody() throws Exception {
    try (Http2Server server =
        Http2Server.running(stream -> stream.head("500").data("{\"error\":1}").end())) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.bodyText()).isEqualTo("{\"error\":1}");
    }
  }

  @Test
  void interimResponsesAndTrailersAreIgnored() throws Exception {
    try (Http2Server server =
        Http2Server.running(
            stream ->
                stream.head("103", "link", "</a>").head("200").data("a").trailers("x-sum", "1"))) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls()).endsWith("headers 200", "body", "ended");
    }
  }

  @Test
  void unrequestedContentEncodingIsReported() throws Exception {
    try (Http2Server server =
        Http2Server.running(stream -> stream.head("200", "content-encoding", "gzip").data("zip"))) {
      assertThat(fixture.send(server.uri()).awaitEnd())
          .isEqualTo(
              new ExchangeEnd(
                  Kind.UNSUPPORTED_CONTENT_ENCODING,
                  "unsupported content-encoding gzip (identity was requested)"));
      assertThat(server.streams().get(0).awaitReset()).isEqualTo(Http2Error.CANCEL.code());
    }
  }

  @Test
  void bodyShorterThanItsLengthIsBadHttp() throws Exception {
    try (Http2Server server =
        Http2Server.running(stream -> stream.head("200", "content-length", "5").data("a").end())) {
      assertThat(fixture.send(server.uri()).awaitEnd().kind()).isEqualTo(Kind.BAD_HTTP);
    }
  }

  // Concurrent calls.

  @Test
  void interleavedResponsesOnOneConnectionAreSeparated() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      fixture.send(server.uri()).awaitSent();
      List<RecordingExchangeListener> recorded = sendTogether(server, 20);
      awaitStreams(server, 21);
      List<Stream> streams = server.streams().subList(1, 21);
      streams.forEach(stream -> stream.head("200"));
      for (int part = 0; part < 3; part++) {
        for (int i = 0; i < 20; i++) {
          streams.get(i).data(i + "." + part + " ");
        }
      }
      streams.forEach(Stream::end);

      for (int i = 0; i < 20; i++) {
        assertThat(recorded.get(i).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
        assertThat(recorded.get(i).bodyText()).isEqualTo(i + ".0 " + i + ".1 " + i + ".2 ");
        assertThat(recorded.get(i).calls()).startsWith("sent again on it", "written");
        assertThat(recorded.get(i).times()).isSorted();
      }
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void connectionHasAsManyStreamsAsTheServerAllows() throws Exception {
    try (Http2Server server =
        Http2Server.with(
            Http2Settings.defaultSettings().maxConcurrentStreams(2), RESPONDS, NEVER_RESPONDS)) {
      fixture.send(server.uri()).awaitEnd();
      List<RecordingExchangeListener> recorded = sendTogether(server, 6);
      awaitStreams(server, 7);
      server.streams().subList(1, 7).forEach(stream -> stream.response("{}"));

      for (RecordingExchangeListener one : recorded) {
        assertThat(one.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      }
      assertThat(recorded).noneMatch(one -> one.calls().contains("retried"));
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void firstCallsWaitForTheServersMaximumNumberOfStreams() throws Exception {
    try (Http2Server server =
        Http2Server.with(Http2Settings.defaultSettings().maxConcurrentStreams(2), NEVER_RESPONDS)) {
      List<RecordingExchangeListener> recorded = sendTogether(server, 6);
      awaitStreams(server, 6);
      server.streams().forEach(stream -> stream.response("{}"));

      for (RecordingExchangeListener one : recorded) {
        assertThat(one.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
        assertThat(one.calls())
            .containsExactly(
                "connectStarted",
                "connected",
                "sent",
                "written",
                "headers 200 application/json",
                "body",
                "ended");
      }
      assertThat(server.accepted()).isEqualTo(3);
    }
  }

  @Test
  void callsWaitOnOneConnectionWhileTheServerAllowsNoStreams() throws Exception {
    try (Http2Server server =
        Http2Server.with(Http2Settings.defaultSettings().maxConcurrentStreams(0), RESPONDS)) {
      List<RecordingExchangeListener> recorded = sendTogether(server, 6);
      awaitCount(server::accepted, 1);
      server.setMaxStreams(6);

      for (RecordingExchangeListener one : recorded) {
        assertThat(one.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
        assertThat(one.calls()).startsWith("connectStarted", "connected", "sent", "written");
      }
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void waitingCallsMoveToAnotherConnectionAfterGoAway() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS, RESPONDS)) {
      RecordingExchangeListener first = fixture.send(server.uri());
      awaitStreams(server, 1);
      Stream underWay = server.streams().get(0);
      server.setMaxStreams(0);
      underWay.head("200").data("a");
      first.awaitFirstPart();
      RecordingExchangeListener waiting = fixture.send(server.uri());
      assertThat(waiting.calls()).isEmpty();
      underWay.goAway(underWay);

      assertThat(waiting.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(waiting.calls()).startsWith("connectStarted", "connected", "sent");
      assertThat(server.accepted()).isEqualTo(2);
      underWay.end();
      assertThat(first.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    }
  }

  @Test
  void largeBodyIsSentThroughSmallWindows() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      RecordingExchangeListener recorded = new RecordingExchangeListener();
      fixture.send(
          new OutgoingRequest(server.uri(), List.of(), new byte[LARGE], NO_LIMIT), recorded);
      RecordingExchangeListener alongside = fixture.send(server.uri());

      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(alongside.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(server.streams()).extracting(Stream::bodyBytes).contains((long) LARGE, 11L);
      assertThat(recorded.bytesWritten()).isBetween((long) LARGE, LARGE + 10_000L);
      assertThat(recorded.timeOf("written")).isGreaterThan(recorded.timeOf("sent"));
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void largeResponseIsReadCompletely() throws Exception {
    String part = "x".repeat(1 << 20);
    try (Http2Server server =
        Http2Server.running(
            stream -> {
              stream.head("200");
              IntStream.range(0, 10).forEach(i -> stream.data(part));
              stream.end();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.bodyText()).hasSize(LARGE);
      assertThat(recorded.parts())
          .extracting(RecordingExchangeListener.Part::read)
          .isSorted()
          .startsWith(0);
    }
  }

  // Failures.

  @Test
  void resetStreamIsTruncatedWhileOthersContinue() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      List<RecordingExchangeListener> recorded = sendTogether(server, 3);
      awaitStreams(server, 3);
      server.streams().get(0).head("200").data("a").reset(Http2Error.INTERNAL_ERROR);
      server.streams().get(1).reset(Http2Error.ENHANCE_YOUR_CALM);
      server.streams().get(2).response("{}");

      assertThat(recorded.get(0).awaitEnd())
          .isEqualTo(
              new ExchangeEnd(
                  Kind.CLOSED_INSIDE_ANSWER, "the server reset the stream: INTERNAL_ERROR"));
      assertThat(recorded.get(0).bodyText()).isEqualTo("a");
      assertThat(recorded.get(1).awaitEnd().kind()).isEqualTo(Kind.CLOSED_BEFORE_ANSWER);
      assertThat(recorded.get(2).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERNAL_ERROR", "CANCEL", "ENHANCE_YOUR_CALM"})
  void resetOnAnIdleConnectionIsNotStale(Http2Error code) throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS, stream -> stream.reset(code))) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());

      assertThat(second.awaitEnd())
          .isEqualTo(
              new ExchangeEnd(Kind.CLOSED_BEFORE_ANSWER, "the server reset the stream: " + code));
      assertThat(second.calls()).containsExactly("sent again on it", "written", "ended");
      assertThat(server.streams()).hasSize(2);
    }
  }

  @Test
  void lostConnectionTruncatesAllItsResponses() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      List<RecordingExchangeListener> recorded = sendTogether(server, 2);
      awaitStreams(server, 2);
      server.streams().forEach(stream -> stream.head("200").data("a"));
      for (RecordingExchangeListener one : recorded) {
        one.awaitFirstPart();
      }
      server.streams().get(0).cut();

      for (RecordingExchangeListener one : recorded) {
        assertThat(one.awaitEnd().kind()).isEqualTo(Kind.CLOSED_INSIDE_ANSWER);
        assertThat(one.bodyText()).isEqualTo("a");
      }
    }
  }

  @Test
  void staleConnectionIsReplacedOnceWithinTheSameTimeout() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS, Stream::cut, RESPONDS)) {
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
  void newConnectionLostBeforeTheResponseIsNotRetried() throws Exception {
    try (Http2Server server = Http2Server.running(Stream::cut)) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CLOSED_BEFORE_ANSWER);
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void refusedStreamIsRetriedOnceAndReported() throws Exception {
    try (Http2Server server =
        Http2Server.running(stream -> stream.reset(Http2Error.REFUSED_STREAM), RESPONDS)) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls()).containsOnlyOnce("retried");
    }
    try (Http2Server server =
        Http2Server.running(stream -> stream.reset(Http2Error.REFUSED_STREAM))) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd())
          .isEqualTo(
              new ExchangeEnd(
                  Kind.CLOSED_BEFORE_ANSWER, "the server reset the stream: REFUSED_STREAM"));
      assertThat(recorded.calls()).containsOnlyOnce("retried");
    }
  }

  @Test
  void connectionOfARefusedStreamExpiresEvenIfANewerOneHasFreeStreams() throws Exception {
    fixture.use(unverified(100_000_000));
    try (Http2Server server =
        Http2Server.running(
            stream -> stream.reset(Http2Error.REFUSED_STREAM), NEVER_RESPONDS, RESPONDS)) {
      RecordingExchangeListener refused = fixture.send(server.uri());
      awaitStreams(server, 2);
      RecordingExchangeListener later = new RecordingExchangeListener();
      long due = CLOCK.nowNanos() + TimeUnit.MILLISECONDS.toNanos(300);
      fixture.send(request(server.uri(), NO_LIMIT), due, later);

      assertThat(later.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(later.calls()).startsWith("sent again on it");
      assertThat(server.accepted()).isEqualTo(2);
      fixture.awaitConnections(1);
      server.streams().get(1).response("{}");
      assertThat(refused.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    }
  }

  @Test
  void withoutRetryARefusedStreamIsASeparateError() throws Exception {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    fixture.use(
        ClientFixture.settings(
            defaults.connectTimeoutNanos(), defaults.keepIdleNanos(), false, true));
    try (Http2Server server =
        Http2Server.running(stream -> stream.reset(Http2Error.REFUSED_STREAM))) {
      assertThat(fixture.send(server.uri()).awaitEnd().kind()).isEqualTo(Kind.STALE_CONNECTION);
      assertThat(server.streams()).hasSize(1);
    }
  }

  @Test
  void afterGoAwayOpenCallsFinishAndOthersUseAnotherConnection() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS, NEVER_RESPONDS, RESPONDS)) {
      List<RecordingExchangeListener> recorded = sendTogether(server, 2);
      awaitStreams(server, 2);
      Stream first = server.streams().get(0);
      first.goAway(first);

      assertThat(recorded.get(1).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.get(1).calls()).containsOnlyOnce("retried");
      assertThat(fixture.send(server.uri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.get(0).hasEnded()).isFalse();
      first.response("late");
      assertThat(recorded.get(0).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.get(0).calls()).doesNotContain("retried");
      assertThat(server.accepted()).isEqualTo(2);
    }
  }

  @Test
  void cancelledCallIsResetAndOthersContinue() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      RecordingExchangeListener cancelled = new RecordingExchangeListener();
      LlmClient.Exchange exchange =
          fixture.send(request(server.uri(), NO_LIMIT), IMMEDIATELY, cancelled);
      RecordingExchangeListener other = fixture.send(server.uri());
      awaitStreams(server, 2);
      fixture.onLoop(
          () -> {
            exchange.cancel();
            return null;
          });

      assertThat(cancelled.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(server.streams().get(0).awaitReset()).isEqualTo(Http2Error.CANCEL.code());
      server.streams().get(1).response("{}");
      assertThat(other.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void timedOutCallIsReset() throws Exception {
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      RecordingExchangeListener late =
          fixture.send(server.uri(), TimeUnit.MILLISECONDS.toNanos(200));
      assertThat(late.awaitEnd().kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(server.streams().get(0).awaitReset()).isEqualTo(Http2Error.CANCEL.code());
    }
  }

  // Servers without HTTP/2.

  @Test
  void http1ResponseIsQuoted() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write("HTTP/1.1 505 HTTP Version Not Supported\r\n\r\n");
              connection.skipToEnd();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      assertThat(recorded.awaitEnd())
          .isEqualTo(
              new ExchangeEnd(
                  Kind.BAD_HTTP,
                  "the server does not speak HTTP/2: it sent HTTP/1.1 505 HTTP Version Not"
                      + " Supported"));
      assertThat(recorded.calls()).containsExactly("connectStarted", "connected", "ended");
    }
  }

  @Test
  void otherProtocolIsReported() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write("SSH-2.0-OpenSSH_9.2\r\n");
              connection.skipToEnd();
            })) {
      assertThat(fixture.send(server.uri()).awaitEnd())
          .isEqualTo(new ExchangeEnd(Kind.BAD_HTTP, "the server does not speak HTTP/2"));
    }
  }

  @Test
  void silentServerFailsAfterTheConnectTimeout() throws Exception {
    fixture.use(ClientFixture.settings(200_000_000, 300_000_000_000L, true, true));
    try (RawServer server = RawServer.running(connection -> connection.skipToEnd())) {
      for (int connections = 1; connections <= 2; connections++) {
        RecordingExchangeListener recorded = fixture.send(server.uri());
        assertThat(recorded.awaitEnd())
            .isEqualTo(new ExchangeEnd(Kind.CONNECT_TIMEOUT, "the server sent no HTTP/2 frame"));
        assertThat(recorded.calls()).containsExactly("connectStarted", "connected", "ended");
        assertThat(server.accepted()).isEqualTo(connections);
      }
      fixture.awaitNoConnections();
    }
  }

  @Test
  void serverMayBeSilentForLongerAfterItsSettings() throws Exception {
    fixture.use(ClientFixture.settings(200_000_000, 300_000_000_000L, true, true));
    try (Http2Server server = Http2Server.running(NEVER_RESPONDS)) {
      RecordingExchangeListener recorded =
          fixture.send(server.uri(), TimeUnit.MILLISECONDS.toNanos(500));
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.TIMEOUT);
    }
  }

  @Test
  void callThatJoinsAnOpenConnectionReportsItBeforeTheSettings() throws Exception {
    CountDownLatch stands = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              stands.countDown();
              connection.skipToEnd();
            })) {
      fixture.send(server.uri());
      assertThat(stands.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(fixture.send(server.uri()).calls()).containsExactly("connectStarted", "connected");
    }
  }

  @Test
  void tlsServerMustSelectHttp2() throws Exception {
    fixture.use(unverified(300_000_000_000L));
    try (RawServer server =
        RawServer.on(certificate.listeningSocket(), connection -> connection.skipToEnd())) {
      assertThat(fixture.send(server.tlsUri()).awaitEnd())
          .isEqualTo(
              new ExchangeEnd(
                  Kind.TLS_FAILED,
                  "the server does not speak HTTP/2 (it did not select h2 by ALPN)"));
    }
  }

  @Test
  void refusedConnectionIsReported() throws Exception {
    Http2Server server = Http2Server.running(RESPONDS);
    URI closedSocket = server.uri();
    server.close();
    assertThat(fixture.send(closedSocket).awaitEnd().kind()).isEqualTo(Kind.CONNECT_FAILED);
  }

  // Owners of connections.

  @Test
  void ownerHasItsOwnConnectionUntilItsLastRequest() throws Exception {
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      sendAs(server, new ConnectionOwner("a", false)).awaitEnd();
      sendAs(server, new ConnectionOwner("b", false)).awaitEnd();
      RecordingExchangeListener last = sendAs(server, new ConnectionOwner("a", true));

      assertThat(last.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(last.calls()).contains("sent again on it");
      assertThat(server.accepted()).isEqualTo(2);
      fixture.awaitConnections(1);
    }
  }

  @Test
  void withoutReuseEachRequestClosesItsConnection() throws Exception {
    fixture.use(unverified(0));
    try (Http2Server server = Http2Server.running(RESPONDS)) {
      fixture.send(server.uri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.uri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).contains("connectStarted", "sent");
      assertThat(server.accepted()).isEqualTo(2);
      fixture.awaitNoConnections();
    }
  }

  private static RecordingExchangeListener sendAs(Http2Server server, ConnectionOwner owner) {
    RecordingExchangeListener recorded = new RecordingExchangeListener();
    fixture.send(
        new OutgoingRequest(server.uri(), List.of(), new byte[2], NO_LIMIT, owner), recorded);
    return recorded;
  }

  private static ClientSettings unverified(long keepIdleNanos) {
    return ClientFixture.settings(10_000_000_000L, keepIdleNanos, true, false);
  }

  private static List<RecordingExchangeListener> sendTogether(Http2Server server, int count) {
    List<RecordingExchangeListener> recorded = new ArrayList<>();
    return fixture.onLoop(
        () -> {
          for (int i = 0; i < count; i++) {
            RecordingExchangeListener one = new RecordingExchangeListener();
            recorded.add(one);
            fixture.client().send(request(server.uri(), NO_LIMIT), IMMEDIATELY, one);
          }
          return recorded;
        });
  }

  private static void awaitStreams(Http2Server server, int count) {
    awaitCount(() -> server.streams().size(), count);
  }

  private static void awaitCount(IntSupplier come, int count) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (come.getAsInt() < count) {
      assertThat(System.nanoTime()).as("time for all requests to arrive").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
