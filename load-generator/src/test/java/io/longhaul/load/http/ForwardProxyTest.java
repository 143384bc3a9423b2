package io.longhaul.load.http;

import static io.longhaul.load.http.ClientFixture.CLOCK;
import static io.longhaul.load.http.ClientFixture.NO_LIMIT;
import static io.longhaul.load.http.ClientFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ForwardProxyTest {
  private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  /** A host that no name server knows. */
  private static final String SERVER = "llm.invalid:8443";

  private static SelfSigned certificate;

  @RegisterExtension static final ClientFixture fixture = new ClientFixture();

  @BeforeAll
  static void createCertificate(@TempDir Path folder) throws Exception {
    certificate = SelfSigned.make(folder);
  }

  @Test
  void requestWithoutTlsContainsTheWholeUrl() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (RawServer proxy =
        RawServer.running(
            connection -> {
              while (true) {
                seen.add(connection.readRequest());
                connection.write(RESPONSE);
              }
            })) {
      useProxy(proxy.uri().getPort(), "Basic dTpw");
      fixture.send(URI.create("http://" + SERVER + "/v1/chat/completions")).awaitEnd();
      RecordingExchangeListener second =
          fixture.send(URI.create("http://" + SERVER + "/v1/chat/completions"));

      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).startsWith("sent again on it");
      assertThat(seen)
          .hasSize(2)
          .allMatch(
              one -> one.startsWith("POST http://" + SERVER + "/v1/chat/completions HTTP/1.1\r\n"))
          .allMatch(one -> one.contains("\r\nProxy-Authorization: Basic dTpw\r\n"))
          .allMatch(one -> one.contains("\r\nhost: " + SERVER + "\r\n"));
      assertThat(proxy.accepted()).isEqualTo(1);
    }
  }

  @Test
  void tlsRequestUsesATunnel() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (RawServer server =
            RawServer.on(
                certificate.listeningSocket(),
                connection -> {
                  while (true) {
                    seen.add(connection.readRequest());
                    connection.write(RESPONSE);
                  }
                });
        ConnectProxy proxy = new ConnectProxy(server.uri().getPort(), "200 Connected")) {
      useProxy(proxy.port(), "Basic dTpw");
      URI target = URI.create("https://" + SERVER + "/v1/chat/completions");
      RecordingExchangeListener first = fixture.send(target);
      assertThat(first.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(first.calls())
          .containsExactly(
              "connectStarted",
              "connected",
              "tlsEnded",
              "sent",
              "written",
              "headers 200",
              "body",
              "ended");
      assertThat(first.times()).isSorted();
      assertThat(first.parts()).extracting(RecordingExchangeListener.Part::read).containsExactly(0);

      RecordingExchangeListener second = fixture.send(target);
      assertThat(second.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(second.calls()).startsWith("sent again on it");
      assertThat(proxy.requests())
          .containsExactly(
              "CONNECT "
                  + SERVER
                  + " HTTP/1.1\r\nHost: "
                  + SERVER
                  + "\r\nProxy-Authorization: Basic dTpw\r\n\r\n");
      assertThat(seen)
          .hasSize(2)
          .allMatch(one -> one.startsWith("POST /v1/chat/completions HTTP/1.1\r\n"))
          .noneMatch(one -> one.contains("dTpw"));
      fixture.client().close();
    }
  }

  @Test
  void tunnelIsOpenedWhenTheRequestMayLeave() throws Exception {
    try (RawServer server =
            RawServer.on(
                certificate.listeningSocket(),
                connection -> {
                  connection.readRequest();
                  connection.write(RESPONSE);
                  connection.awaitClose();
                });
        ConnectProxy proxy = new ConnectProxy(server.uri().getPort(), "200 Connected")) {
      useProxy(proxy.port(), null);
      long due = CLOCK.nowNanos() + TimeUnit.MILLISECONDS.toNanos(300);
      RecordingExchangeListener held = new RecordingExchangeListener();
      fixture.send(request(URI.create("https://" + SERVER + "/"), NO_LIMIT), due, held);
      assertThat(held.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(held.timeOf("connectStarted")).isGreaterThanOrEqualTo(due);
      assertThat(proxy.requests().get(0)).doesNotContain("Authorization");
      fixture.client().close();
    }
  }

  @Test
  void refusedTunnelIsAConnectFailure() throws Exception {
    try (ConnectProxy proxy = new ConnectProxy(1, "407 Proxy Authentication Required")) {
      useProxy(proxy.port(), null);
      RecordingExchangeListener recorded = fixture.send(URI.create("https://" + SERVER + "/"));
      assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CONNECT_FAILED);
      assertThat(recorded.awaitEnd().message())
          .contains("the proxy refused CONNECT: HTTP/1.1 407 Proxy Authentication Required");
      assertThat(recorded.calls()).containsExactly("connectStarted", "ended");
      fixture.awaitNoConnections();
    }
  }

  @Test
  void otherServersAreReachedWithoutTheProxy() throws Exception {
    try (ConnectProxy proxy = new ConnectProxy(1, "500 No");
        RawServer server =
            RawServer.running(
                connection -> {
                  connection.readRequest();
                  connection.write(RESPONSE);
                  connection.awaitClose();
                })) {
      useProxy(proxy.port(), null);
      assertThat(fixture.send(server.uri()).awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
      assertThat(proxy.requests()).isEmpty();
      fixture.client().close();
    }
  }

  private static void useProxy(int port, String authorization) {
    ForwardProxy proxy = new ForwardProxy("127.0.0.1", port, authorization, Set.of(SERVER));
    assertThat(proxy.toString()).isEqualTo("127.0.0.1:" + port);
    fixture.use(new ClientSettings(10_000_000_000L, 60_000_000_000L, true, ServerTrust.ANY, proxy));
  }
}
