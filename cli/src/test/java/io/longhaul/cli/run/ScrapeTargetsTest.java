package io.longhaul.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScrapeTargetsTest {
  private final List<String> notes = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void theContentOfAPageDecidesItsKind() throws Exception {
    try (MockServer mock = MockServer.start(MockServerOptions.builder().build())) {
      URI gpus = page(mock.dcgmPort(), "/metrics");
      URI itself = page(mock.llmPort(), "/metrics");

      ScrapeTargets discover =
          ScrapeTargets.discover(
              List.of(), new ServerMetricsPages(List.of(gpus), List.of(itself)), notes::add);

      assertThat(discover.exporters()).containsExactly(gpus);
      assertThat(discover.servers()).containsExactly(itself);
      assertThat(notes).isEmpty();
    }
  }

  @Test
  void aTargetWithoutMetricsIsReportedInOneSentence() throws Exception {
    URI page = page(port(), "/metrics");

    ScrapeTargets discover = ofTargets(page);

    assertThat(discover.isEmpty()).isTrue();
    assertThat(notes)
        .containsExactly("no server metrics from " + page + ": Cannot scrape: HTTP status 404");
  }

  @Test
  void theFallbackPathIsTried() throws Exception {
    serve(Map.of("/metrics", "<html>A page for people</html>\n", "/prometheus/metrics", "up 1\n"));

    assertThat(ofTargets(page(port(), "/metrics")).servers())
        .containsExactly(page(port(), "/prometheus/metrics"));
    assertThat(notes).isEmpty();
  }

  @Test
  void aConfiguredPageIsScrapedEvenIfMissing() throws Exception {
    URI page = page(port(), "/metrics");

    ScrapeTargets discover =
        ScrapeTargets.discover(
            List.of(), new ServerMetricsPages(List.of(page), List.of(page)), notes::add);

    assertThat(discover.servers()).containsExactly(page);
    assertThat(notes)
        .containsExactly(
            "no metrics at "
                + page
                + " yet: Cannot scrape: HTTP status 404; scraping is retried during the run");
  }

  private ScrapeTargets ofTargets(URI page) throws InterruptedException {
    return ScrapeTargets.discover(
        List.of(), new ServerMetricsPages(List.of(), List.of(page)), notes::add);
  }

  private void serve(Map<String, String> pages) {
    pages.forEach(
        (path, text) ->
            server.createContext(
                path,
                exchange -> {
                  byte[] body = text.getBytes(UTF_8);
                  exchange.sendResponseHeaders(200, body.length);
                  try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                  }
                }));
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private static URI page(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }
}
