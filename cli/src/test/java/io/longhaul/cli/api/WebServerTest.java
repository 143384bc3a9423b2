package io.longhaul.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.sinks.ExportLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String TOKEN = "a-token-of-the-test";

  @TempDir Path folder;

  /** Configuration that cannot be read. */
  @SuppressWarnings("unchecked") // an override of ObjectNode
  private static final class Broken extends ObjectNode {
    private static final long serialVersionUID = 1;

    Broken() {
      super(JsonNodeFactory.instance);
    }

    @Override
    public JsonNode path(String member) {
      throw new IllegalStateException("broken on purpose");
    }
  }

  @Test
  void aRunWhoseStateCannotBeWrittenDoesNotEndTheMessagesOfOthers() throws Exception {
    try (WebServer server = new WebServer(new AccessToken(TOKEN))) {
      Map<String, LiveRun> runs =
          Map.of(
              "/runs/1/broken", server.add(run("broken", new Broken())),
              "/runs/1/sound", server.add(run("sound", JsonNodeFactory.instance.objectNode())));
      for (LiveRun run : runs.values()) {
        run.starts(1);
      }
      server.open(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          new ServerName("127.0.0.1", "--public-name"),
          siteOf(runs));

      WebSocket broken = connect(server, "broken", new LinkedBlockingQueue<>());
      BlockingQueue<String> received = new LinkedBlockingQueue<>();
      WebSocket sound = connect(server, "sound", received);
      for (int i = 0; i < 3; i++) {
        assertThat(received.poll(1, TimeUnit.MINUTES)).contains("\"benchmark_id\":\"sound\"");
      }
      broken.abort();
      sound.abort();
    }
  }

  private ApiRunInfo run(String id, JsonNode configuration) {
    return new ApiRunInfo(
        id, "", configuration, SloSet.NONE, List.of(), 1_000_000_000, new ExportLayout(folder));
  }

  private static WebSite siteOf(Map<String, LiveRun> runs) {
    return new WebSite() {
      @Override
      public ProcessStatus status() {
        return new FakeStatus();
      }

      @Override
      public CompletionStage<ApiResponse> respond(String path, Map<String, List<String>> query) {
        return CompletableFuture.completedFuture(ApiResponse.page(404, "", "default-src 'none'"));
      }

      @Override
      public Optional<LiveRun> liveRun(String path) {
        return Optional.ofNullable(runs.get(path));
      }
    };
  }

  /** Subscribes to the progress of a run. */
  private static WebSocket connect(WebServer server, String run, BlockingQueue<String> received) {
    String address =
        "ws://127.0.0.1:%d/runs/1/%s/ws?token=%s".formatted(server.address().getPort(), run, TOKEN);
    WebSocket socket =
        CLIENT
            .newWebSocketBuilder()
            .buildAsync(
                URI.create(address),
                new WebSocket.Listener() {
                  @Override
                  public CompletionStage<?> onText(
                      WebSocket from, CharSequence text, boolean last) {
                    if (text.toString().contains("\"message_type\":\"progress\"")) {
                      received.add(text.toString());
                    }
                    from.request(1);
                    return CompletableFuture.completedStage(null);
                  }
                })
            .join();
    socket.sendText("{\"type\":\"subscribe\",\"message_types\":[\"progress\"]}", true).join();
    return socket;
  }
}
