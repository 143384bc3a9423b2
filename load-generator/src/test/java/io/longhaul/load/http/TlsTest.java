package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsTest {

  private static final ClientSettings UNVERIFIED =
      ClientFixture.settings(10_000_000_000L, 60_000_000_000L, true, false);
  private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  private static final RawServer.Script RESPONDS_ALWAYS =
      connection -> {
        while (true) {
          connection.readRequest();
          connection.write(RESPONSE);
        }
      };

  private static SelfSigned certificate;

  @RegisterExtension static final ClientFixture fixture = new ClientFixture();

  @BeforeAll
  static void createCertificate(@TempDir Path folder) throws Exception {
    certificate = SelfSigned.make(folder);
  }

  private static ServerSocket tlsSocket() throws IOException {
    return certificate.listeningSocket();
  }

  @Test
  void timestampsAreTakenInFrontOfTls() throws Exception {
    fixture.use(UNVERIFIED);
    CountDownLatch firstRecorded = new CountDownLatch(1);
    try (RawServer server =
        RawServer.on(
            tlsSocket(),
            connection -> {
              connection.readRequest();
              connection.write(
                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n");
              firstRecorded.await();
              connection.write("1\r\nc\r\n0\r\n\r\n");
              connection.awaitClose();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.tlsUri());
      recorded.awaitFirstPart();
      firstRecorded.countDown();

      assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(recorded.calls())
          .containsExactly(
              "connectStarted",
              "connected",
              "tlsEnded",
              "sent",
              "written",
              "headers 200",
              "body",
              "body",
              "body",
              "ended");
      assertThat(recorded.times()).isSorted();
      // Session tickets are reads, too, but do not belong to the response.
      assertThat(recorded.parts())
          .extracting(RecordingExchangeListener.Part::read)
          .containsExactly(0, 0, 1);
      // The head of the pipeline sees TLS records, which are longer than the plain request.
      assertThat(recorded.bytesWritten()).isGreaterThan(plainRequestBytes(server.tlsUri()));
      fixture.client().close();
    }
  }

  private static long plainRequestBytes(URI target) {
    String plain =
        "POST "
            + target.getPath()
            + " HTTP/1.1\r\nContent-Type: application/json\r\nX-Request-ID: r-1\r\n"
            + "Accept-Encoding: identity\r\ncontent-length: 11\r\nhost: localhost:"
            + target.getPort()
            + "\r\naccept: */*\r\nuser-agent: longhaul\r\n\r\n"
            + ClientFixture.HELLO;
    return plain.length();
  }

  @Test
  void reusedConnectionNeedsNoSecondHandshake() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server = RawServer.on(tlsSocket(), RESPONDS_ALWAYS)) {
      fixture.send(server.tlsUri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.tlsUri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls())
          .containsExactly("sent again on it", "written", "headers 200", "body", "ended");
      fixture.client().close();
    }
  }

  @Test
  void tlsRequestIsHeldUntilDue() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server = RawServer.on(tlsSocket(), RESPONDS_ALWAYS)) {
      fixture.send(server.tlsUri()).awaitEnd();
      long due = ClientFixture.CLOCK.nowNanos() + TimeUnit.MILLISECONDS.toNanos(300);
      RecordingExchangeListener held = new RecordingExchangeListener();
      fixture.send(ClientFixture.request(server.tlsUri(), ClientFixture.NO_LIMIT), due, held);
      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.timeOf("sent again on it")).isGreaterThanOrEqualTo(due);
      fixture.client().close();
    }
  }

  @Test
  void cancelledHeldRequestIsNotSent() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server =
        RawServer.on(
            tlsSocket(),
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.awaitClose();
            })) {
      fixture.send(server.tlsUri()).awaitEnd();
      long due = ClientFixture.CLOCK.nowNanos() + TimeUnit.MILLISECONDS.toNanos(300);
      RecordingExchangeListener held = new RecordingExchangeListener();
      LlmClient.Exchange exchange =
          fixture.send(ClientFixture.request(server.tlsUri(), ClientFixture.NO_LIMIT), due, held);
      fixture.onLoop(
          () -> {
            exchange.cancel();
            return null;
          });
      assertThat(held.awaitEnd().kind()).isEqualTo(Kind.CANCELLED);
      fixture.awaitNoConnections();
    }
  }

  @Test
  void staleTlsConnectionIsReplaced() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server =
        RawServer.on(
            tlsSocket(),
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.readRequest();
              connection.close();
            },
            connection -> {
              connection.readRequest();
              connection.write(RESPONSE);
              connection.awaitClose();
            })) {
      fixture.send(server.tlsUri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.tlsUri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).containsOnlyOnce("retried");
      fixture.client().close();
    }
  }

  @Test
  void truncatedTlsResponseIsTruncated() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server =
        RawServer.on(
            tlsSocket(),
            connection -> {
              connection.readRequest();
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
              connection.close();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.tlsUri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CLOSED_INSIDE_ANSWER);
      assertThat(recorded.bodyText()).isEqualTo("hello");
    }
  }

  @Test
  void untrustedCertificateIsRejected() throws Exception {
    try (RawServer server = RawServer.on(tlsSocket(), connection -> connection.skipToEnd())) {
      RecordingExchangeListener recorded = fixture.send(server.tlsUri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.TLS_FAILED);
      assertThat(recorded.awaitEnd().message()).contains("unable to find valid certification path");
      assertThat(recorded.calls()).containsExactly("connectStarted", "connected", "ended");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void trustedCertificateIsValidOnlyForItsName() throws Exception {
    String defaultPort =
        System.setProperty("javax.net.ssl.trustStore", certificate.trusted().toString());
    try (RawServer server =
        RawServer.on(tlsSocket(), RESPONDS_ALWAYS, connection -> connection.skipToEnd())) {
      fixture.use(ClientSettings.DEFAULTS);
      assertThat(fixture.send(server.tlsUri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);

      ExchangeEnd elsewhere =
          fixture.send(URI.create("https://127.0.0.1:" + server.uri().getPort() + "/")).awaitEnd();
      assertThat(elsewhere.kind()).isEqualTo(Kind.TLS_FAILED);
      assertThat(elsewhere.message()).contains("No subject alternative names");
      fixture.client().close();
    } finally {
      if (defaultPort == null) {
        System.clearProperty("javax.net.ssl.trustStore");
      } else {
        System.setProperty("javax.net.ssl.trustStore", defaultPort);
      }
    }
  }

  @Test
  void configuredAuthorityIsTheOnlyOneAndItsCertificatesAreValidOnlyForTheirNames(
      @TempDir Path folder) throws Exception {
    X509Certificate other = SelfSigned.make(folder).certificate();
    try (RawServer server =
        RawServer.on(
            tlsSocket(),
            RESPONDS_ALWAYS,
            connection -> connection.skipToEnd(),
            connection -> connection.skipToEnd())) {
      fixture.use(trusting(certificate.certificate()));
      assertThat(fixture.send(server.tlsUri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(
              fixture
                  .send(URI.create("https://127.0.0.1:" + server.uri().getPort() + "/"))
                  .awaitEnd()
                  .message())
          .contains("No subject alternative names");

      fixture.use(trusting(other));
      assertThat(fixture.send(server.tlsUri()).awaitEnd().message())
          .as("the other authority has the same name, but another key")
          .contains("signature check failed");
      fixture.client().close();
    }
  }

  private static ClientSettings trusting(X509Certificate authority) {
    return new ClientSettings(
        10_000_000_000L, 60_000_000_000L, true, ServerTrust.only(List.of(authority)), null);
  }

  @Test
  void withoutReuseEveryRequestHasATlsHandshake() throws Exception {
    fixture.use(ClientFixture.settings(10_000_000_000L, 0, true, false));
    try (RawServer server = RawServer.on(tlsSocket(), RESPONDS_ALWAYS)) {
      fixture.send(server.tlsUri()).awaitEnd();
      RecordingExchangeListener second = fixture.send(server.tlsUri());
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).startsWith("connectStarted", "connected", "tlsEnded", "sent");
      assertThat(server.accepted()).isEqualTo(2);
      fixture.awaitNoConnections();
    }
  }

  @Test
  void serverWithoutTlsIsReported() throws Exception {
    fixture.use(UNVERIFIED);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.write("HTTP/1.1 400 Bad Request\r\n\r\n");
              connection.skipToEnd();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.tlsUri());
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.TLS_FAILED);
    }
  }
}
