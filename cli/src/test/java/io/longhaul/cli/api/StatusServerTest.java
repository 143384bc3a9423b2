package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class StatusServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final FakeStatus status = new FakeStatus();
  private StatusServer server;

  @BeforeEach
  void open() throws Exception {
    server =
        StatusServer.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new ServerName("127.0.0.1", "--api-host"),
            status);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aProcessThatIsAliveIsHealthyAndReadyWhenItCanWork() throws Exception {
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").statusCode()).isEqualTo(503);

    status.setReady();
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void metricsDescribeTheProcessAndItsCommand() throws Exception {
    assertThat(get("/metrics").body())
        .contains(
            "longhaul_process_version{command=\"fake\",version=\"test\"} 1.0\n",
            "# TYPE longhaul_fakes_total counter\n",
            "longhaul_fakes_total 7.0\n",
            "process_start_time_seconds ",
            "jvm_memory_used_bytes{area=\"heap\"} ");
  }

  @Test
  void thereIsNothingElse() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(404);
    HttpRequest post =
        HttpRequest.newBuilder(uri("/metrics")).POST(BodyPublishers.noBody()).build();
    assertThat(CLIENT.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  /** Prometheus' own tool checks names, types and format. */
  @Test
  @EnabledIfSystemProperty(named = "longhaul.prometheus", matches = ".+")
  void promtoolAcceptsTheMetrics() throws Exception {
    Path promtool = Path.of(System.getProperty("longhaul.prometheus")).resolveSibling("promtool");
    Process check =
        new ProcessBuilder(promtool.toString(), "check", "metrics")
            .redirectErrorStream(true)
            .start();
    try (var input = check.getOutputStream()) {
      input.write(get("/metrics").body().getBytes(UTF_8));
    }
    String output = new String(check.getInputStream().readAllBytes(), UTF_8);
    assertThat(check.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(check.exitValue()).as(output).isZero();
  }

  private URI uri(String path) {
    return URI.create(server.url()).resolve(path);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
  }
}
