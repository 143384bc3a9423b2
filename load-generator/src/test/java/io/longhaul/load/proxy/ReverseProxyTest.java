package io.longhaul.load.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.RawServer;
import io.longhaul.load.http.SelfSigned;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.proxy.RecordingProxyListener.RecordedExchangeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares, byte by byte, what the client and the server receive through the proxy. */
@Timeout(60)
class ReverseProxyTest {
  private static final String GET = "GET /v1/models HTTP/1.1\r\nHost: here\r\n\r\n";
  private static final String TOO_LARGE =
      "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nno!";
  private static final int MIB = 1 << 20;

  private final RecordingProxyListener listener = new RecordingProxyListener();
  private ReverseProxy proxy;

  @AfterEach
  void close() {
    if (proxy != null) {
      proxy.close();
    }
  }

  @Test
  void forwardsARequestAndItsResponseWithoutHopByHopHeaders() throws Exception {
    CompletableFuture<String> requestText = new CompletableFuture<>();
    try (RawServer server =
            RawServer.running(
                connection -> {
                  requestText.complete(connection.readRequest());
                  connection.write(
                      lines(
                          "HTTP/1.1 207 Quite so",
                          "X-Server: a",
                          "X-Server: b",
                          "Keep-Alive: timeout=5",
                          "Transfer-Encoding: chunked",
                          "Trailer: X-Sum",
                          "",
                          "3",
                          "abc",
                          "0",
                          "X-Sum: 7",
                          ""));
                  connection.awaitClose();
                });
        RawClient client = clientOf(to(server.uri().resolve("/base/")))) {
      client.write(
          lines(
                  "POST /v1/chat?a=b HTTP/1.1",
                  "Host: here",
                  "Authorization: Bearer k",
                  "X-Mine: 1",
                  "Connection: keep-alive, X-Hop",
                  "X-Hop: 1",
                  "TE: trailers",
                  "Accept-Encoding: gzip",
                  "Content-Length: 5",
                  "")
              + "hello");
      String response = client.readTo("X-Sum: 7\r\n\r\n");

      assertThat(requestText.get(10, TimeUnit.SECONDS).split("\r\n"))
          .containsExactlyInAnyOrder(
              "POST /base/v1/chat?a=b HTTP/1.1",
              "host: 127.0.0.1:" + server.uri().getPort(),
              "Authorization: Bearer k",
              "X-Mine: 1",
              "accept-encoding: identity",
              "Content-Length: 5",
              "",
              "hello");
      assertThat(response.split("\r\n"))
          .containsExactlyInAnyOrder(
              "HTTP/1.1 207 Quite so",
              "X-Server: a",
              "X-Server: b",
              "Trailer: X-Sum",
              "transfer-encoding: chunked",
              "connection: keep-alive",
              "",
              "3",
              "abc",
              "0",
              "X-Sum: 7");
      RecordedExchangeText recorded = listener.next();
      assertThat(recorded)
          .isEqualTo(
              new RecordedExchangeText(
                  new RequestHead("POST", "/v1/chat", "", ""),
                  "hello",
                  new ResponseHead(207, "", ""),
                  "abc",
                  ProxiedExchangeEnd.WHOLE));
    }
  }

  @Test
  void forwardsTheFirstChunkBeforeTheLastIsSent() throws Exception {
    CountDownLatch firstRead = new CountDownLatch(1);
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                  connection.write("9\r\ndata: 1\n\n\r\n");
                  assertThat(firstRead.await(10, TimeUnit.SECONDS)).isTrue();
                  connection.write("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
                  connection.awaitClose();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(GET);
      client.readTo("data: 1\n\n");
      firstRead.countDown();

      assertThat(client.readTo("0\r\n\r\n")).contains("data: 2");
      assertThat(listener.next().responseText()).isEqualTo("data: 1\n\ndata: 2\n\n");
    }
  }

  @Test
  void forwardsABodyBeforeItIsComplete() throws Exception {
    CountDownLatch startRead = new CountDownLatch(1);
    try (RawServer server =
            RawServer.running(
                connection -> {
                  assertThat(connection.readHead()).contains("transfer-encoding: chunked");
                  assertThat(connection.readHead()).isEqualTo("5\r\na\r\n\r\n");
                  startRead.countDown();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                  connection.skipToEnd();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(
          "POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na\r\n\r\n\r\n");
      assertThat(startRead.await(10, TimeUnit.SECONDS)).isTrue();
      client.write("1\r\nb\r\n0\r\n\r\n");

      assertThat(client.readResponse()).endsWith("ok");
    }
  }

  @Test
  void servesSequentialAndPipelinedRequestsOnOneConnection() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  for (int i = 1; i <= 3; i++) {
                    String body = connection.readRequest().contains("POST") ? "post" : "get";
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + i);
                    connection.write(body.concat("!").substring(0, 4));
                  }
                  connection.awaitClose();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(GET + "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n{}" + GET);

      assertThat(client.readResponse()).endsWith("1get!");
      assertThat(client.readResponse()).endsWith("2post");
      assertThat(client.readResponse()).endsWith("3get!");
      assertThat(server.accepted()).isEqualTo(1);
      assertThat(listener.next().requestText()).isEmpty();
      assertThat(listener.next().requestText()).isEqualTo("{}");
    }
  }

  @Test
  void aDisconnectingClientAbortsTheRequestAtTheServer() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
              connection.skipToEnd();
              ended.countDown();
            })) {
      try (RawClient client = clientOf(to(server.uri()))) {
        client.write(GET);
        client.readTo("a\r\n");
      }

      assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(listener.next().end()).isEqualTo(ProxiedExchangeEnd.CLIENT_LEFT);
    }
  }

  @Test
  void anUnreachableServerCausesABadGatewayWithAReason() throws Exception {
    URI unreachable;
    try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      unreachable = URI.create("http://127.0.0.1:" + once.getLocalPort());
    }
    try (RawClient client = clientOf(to(unreachable))) {
      client.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello");
      String response = client.readToEnd();

      assertThat(response).startsWith("HTTP/1.1 502 Bad Gateway").contains("Connection refused");
      assertThat(response).contains("\"message\": \"Cannot forward to " + unreachable);
      assertThat(listener.next().end()).isEqualTo(ProxiedExchangeEnd.SERVER_FAILED);
    }
  }

  @Test
  void aClientThatSendsALongBodyReceivesTheBadGateway() throws Exception {
    URI unreachable;
    try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      unreachable = URI.create("http://127.0.0.1:" + once.getLocalPort());
    }
    try (RawClient client = clientOf(to(unreachable))) {
      int length = 20 * MIB;
      client.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: " + length + "\r\n\r\n");
      client.write(new byte[length]);

      assertThat(client.readToEnd()).startsWith("HTTP/1.1 502 Bad Gateway");
    }
  }

  @Test
  void anEarlyResponseReachesAClientThatIsStillSending() throws Exception {
    CountDownLatch recorded = new CountDownLatch(1);
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write(TOO_LARGE);
              assertThat(recorded.await(30, TimeUnit.SECONDS)).isTrue();
            })) {
      to(server.uri());
      assertThatASendingClientReceivesContentTooLarge();
      recorded.countDown();
    }
  }

  @RepeatedTest(5)
  void anEarlyResponseReachesTheClientWhenTheServerClosesImmediately() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write(TOO_LARGE);
              connection.close();
            })) {
      to(server.uri());
      assertThatASendingClientReceivesContentTooLarge();
    }
  }

  private void assertThatASendingClientReceivesContentTooLarge() throws Exception {
    try (RawClient client = clientOf(proxy)) {
      int length = 20 * MIB;
      client.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: " + length + "\r\n\r\n");
      client.write(new byte[length]);

      assertThat(client.readToEnd())
          .startsWith("HTTP/1.1 413 ")
          .contains("connection: close")
          .endsWith("no!");
      RecordedExchangeText recorded = listener.next();
      assertThat(recorded.response().status()).isEqualTo(413);
      assertThat(recorded.end()).isEqualTo(ProxiedExchangeEnd.WHOLE);
    }
  }

  @Test
  void aLongResponseReachesAClientThatKeepsSending() throws Exception {
    byte[] response = new byte[8 * MIB];
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              connection.write(
                  "HTTP/1.1 401 Who\r\nContent-Length: " + response.length + "\r\n\r\n");
              Thread reader = new Thread(() -> skip(connection), "reader");
              reader.start();
              connection.write(response);
              reader.join();
            })) {
      Thread writer;
      try (RawClient client = clientOf(to(server.uri()))) {
        client.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1099511627776\r\n\r\n");
        writer = new Thread(() -> writeUntilClosed(client, new AtomicLong()), "writer");
        writer.start();

        client.readTo("\r\n\r\n");
        assertThat(client.readToEnd()).hasSize(response.length);
      }
      writer.join(10_000);
      assertThat(writer.isAlive()).isFalse();
    }
  }

  @Test
  void aClientThatWithholdsItsBodySeesTheEndOfTheConnection() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  assertThat(connection.readHead()).contains("100-continue");
                  connection.write(TOO_LARGE);
                  connection.skipToEnd();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(
          "POST / HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");

      assertThat(client.readToEnd()).startsWith("HTTP/1.1 413 ").endsWith("no!");
    }
  }

  @Test
  void aServerThatClosesOrSendsInvalidHttpCausesABadGateway() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.close();
            },
            connection -> {
              connection.readRequest();
              connection.write("SSH-2.0-x\r\n\r\n");
              connection.skipToEnd();
            })) {
      to(server.uri());
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write(GET).readToEnd())
            .contains("502", "the server closed the connection without a response");
      }
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write(GET).readToEnd()).startsWith("HTTP/1.1 502 ");
      }
    }
  }

  @Test
  void aTruncatedResponseStaysTruncated() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na");
                  connection.close();
                });
        RawClient client = clientOf(to(server.uri()))) {
      assertThat(client.write(GET).readToEnd()).endsWith("1\r\na\r\n");
      assertThat(listener.next().end()).isEqualTo(ProxiedExchangeEnd.SERVER_FAILED);
    }
  }

  @Test
  void aConnectionClosedByTheServerIsClosedForTheClient() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 204 No Content\r\n\r\n");
                  connection.close();
                });
        RawClient client = clientOf(to(server.uri()))) {
      assertThat(client.write(GET).readToEnd())
          .startsWith("HTTP/1.1 204 No Content")
          .doesNotContain("chunked")
          .endsWith("\r\n\r\n");
    }
  }

  @Test
  void aResponseDelimitedByCloseIsReframedForTheClient() throws Exception {
    RawServer.Script talk =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.0 200 OK\r\n\r\nhello");
          connection.close();
        };
    try (RawServer server = RawServer.running(talk)) {
      to(server.uri());
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write(GET).readToEnd())
            .contains("transfer-encoding: chunked", "connection: close")
            .endsWith("5\r\nhello\r\n0\r\n\r\n");
      }
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write("GET / HTTP/1.0\r\n\r\n").readToEnd())
            .doesNotContain("chunked")
            .endsWith("\r\n\r\nhello");
      }
    }
  }

  @Test
  void forwardsAnInterimResponseAndRecordsTheFinalOne() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  assertThat(connection.readHead()).contains("100-continue");
                  connection.write("HTTP/1.1 100 Continue\r\n\r\n");
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                  connection.skipToEnd();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(
          "POST / HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
      assertThat(client.readTo("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue");
      assertThat(client.readResponse()).startsWith("HTTP/1.1 200 OK").endsWith("ok");
      assertThat(listener.next().response().status()).isEqualTo(200);
    }
  }

  @Test
  void aResponseToHeadHasNoBody() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                  connection.awaitClose();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write("HEAD / HTTP/1.1\r\nHost: here\r\n\r\n");
      assertThat(client.readTo("\r\n\r\n")).contains("Content-Length: 500");
      assertThat(client.write(GET).readResponse()).endsWith("ok");
    }
  }

  @Test
  void malformedRequestsAreRejectedWithoutContactingTheServer() throws Exception {
    try (RawServer server = RawServer.running(connection -> connection.skipToEnd())) {
      to(server.uri());
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write("CONNECT here:443 HTTP/1.1\r\n\r\n").readToEnd())
            .startsWith("HTTP/1.1 400 ");
      }
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write("not http at all\r\n\r\n").readToEnd()).startsWith("HTTP/1.1 400 ");
      }
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void aServerThatDoesNotReadSlowsItsClientDownWithoutBuffering() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    AtomicLong written = new AtomicLong();
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readHead();
              assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
            })) {
      Thread writer;
      try (RawClient client = clientOf(to(server.uri()))) {
        client.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 268435456\r\n\r\n");
        writer = new Thread(() -> writeUntilClosed(client, written), "writer");
        writer.start();

        // Limited by the buffers of two connections, not by what the client would send.
        assertThat(whenItStopsChanging(written)).isBetween(64L << 10, 64L * MIB);
        enough.countDown();
      }
      writer.join(10_000);
      assertThat(writer.isAlive()).isFalse();
    }
  }

  @Test
  void aClientThatDoesNotReadSlowsItsServerDown() throws Exception {
    AtomicLong written = new AtomicLong();
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 268435456\r\n\r\n");
                  byte[] part = new byte[MIB / 4];
                  try {
                    while (true) {
                      connection.write(part);
                      written.addAndGet(part.length);
                    }
                  } catch (IOException e) {
                    // The client has disconnected.
                  }
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(GET);

      assertThat(whenItStopsChanging(written)).isBetween(64L << 10, 64L * MIB);
    }
  }

  @Test
  void forwardsToATlsServerWithATrustedCertificate(@TempDir Path folder) throws Exception {
    SelfSigned certificate = SelfSigned.make(folder);
    try (RawServer server =
        RawServer.on(
            certificate.listeningSocket(),
            connection -> connection.skipToEnd(),
            connection -> {
              connection.readRequest();
              connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
              connection.skipToEnd();
            })) {
      try (RawClient client = clientOf(to(server.tlsUri()))) {
        assertThat(client.write(GET).readToEnd())
            .startsWith("HTTP/1.1 502 ")
            .contains("unable to find valid certification path");
      }
      proxy.close();
      proxy = open(server.tlsUri().resolve("/"), ServerTrust.ANY);
      try (RawClient client = clientOf(proxy)) {
        assertThat(client.write(GET).readResponse()).endsWith("ok");
      }
    }
  }

  @Test
  void exchangesInProgressAreEndedWhenTheProxyCloses() throws Exception {
    try (RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
                  connection.skipToEnd();
                });
        RawClient client = clientOf(to(server.uri()))) {
      client.write(GET).readTo("\r\n\r\no");
      proxy.close();

      assertThat(listener.next().end()).isEqualTo(ProxiedExchangeEnd.PROXY_CLOSED);
      assertThat(listener.isEmpty()).isTrue();
    }
  }

  private static String lines(String... lines) {
    return String.join("\r\n", lines) + "\r\n";
  }

  private static void skip(RawServer.RawConnection connection) {
    try {
      connection.skipToEnd();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeUntilClosed(RawClient client, AtomicLong written) {
    byte[] part = new byte[MIB / 4];
    try {
      while (true) {
        client.write(part);
        written.addAndGet(part.length);
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  /** Returns the count once it has stopped changing. */
  private static long whenItStopsChanging(AtomicLong count) throws InterruptedException {
    long last = -1;
    for (int unchanged = 0; unchanged < 5; ) {
      TimeUnit.MILLISECONDS.sleep(50);
      long now = count.get();
      unchanged = now == last && now > 0 ? unchanged + 1 : 0;
      last = now;
    }
    return last;
  }

  private ReverseProxy to(URI server) throws IOException {
    String text = server.toString();
    proxy = open(URI.create(text.replaceAll("/v1/chat/completions$", "")), ServerTrust.OF_JAVA);
    return proxy;
  }

  private ReverseProxy open(URI server, ServerTrust trust) throws IOException {
    return ReverseProxy.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        server,
        trust,
        System::nanoTime,
        listener);
  }

  private static RawClient clientOf(ReverseProxy proxy) throws IOException {
    return new RawClient(proxy.address());
  }
}
