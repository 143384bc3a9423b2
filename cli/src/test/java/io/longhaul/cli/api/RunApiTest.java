package io.longhaul.cli.api;

import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.schema.MarkRules;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API over real sockets. */
class RunApiTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String ALONE = " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
  private static final int LARGE_FILE_BYTES = 64 << 20; // more than socket buffers hold
  private static final long MARKED_EPOCH_NS = RUN_START_EPOCH_NS + 2_500_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private final AtomicInteger stops = new AtomicInteger();
  private RunApi api;

  @BeforeEach
  void open() throws IOException {
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            ApiTestRun.in(folder),
            stops::incrementAndGet);
  }

  @AfterEach
  void noResourceIsLeaked() throws InterruptedException {
    api.close();
    assertThatThrownBy(
            () -> new Socket(api.address().getAddress(), api.address().getPort()).close())
        .isInstanceOf(ConnectException.class);
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("api-")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/config",
        "/api/progress",
        "/api/metrics",
        "/api/marks",
        "/api/server-metrics",
        "/api/workers",
        "/api/results",
        "/api/results/list"
      })
  void apiResponsesAreJsonObjects(String path) throws IOException {
    RawHttpExchange exchange = ask("GET", path);

    assertThat(exchange.status()).isEqualTo(200);
    assertThat(exchange.head())
        .contains("content-type: application/json", "cache-control: no-store", "nosniff");
    assertThat(MAPPER.readTree(exchange.body()).isObject()).isTrue();
    assertThat(ask("HEAD", path).body()).isEmpty();
    assertThat(ask("HEAD", path + "?x=1").status()).isEqualTo(200);
    assertThat(ask("DELETE", path).status()).isEqualTo(405);
  }

  @Test
  void itIsReadyWhenTheGeneratorsAre() throws IOException {
    assertThat(ask("GET", "/healthz"))
        .extracting(RawHttpExchange::status, RawHttpExchange::body)
        .contains(200, "ok");
    assertThat(ask("GET", "/readyz").status()).isEqualTo(503);

    api.dispatch(RunListener::generatorsReady);

    assertThat(ask("GET", "/readyz"))
        .extracting(RawHttpExchange::status, RawHttpExchange::body)
        .contains(200, "ok");
  }

  @Test
  void metricsAreTextForPrometheus() throws IOException {
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
    api.finished(aSlice(0, 10));

    RawHttpExchange exchange = ask("GET", "/metrics");

    assertThat(exchange.head()).contains("content-type: text/plain; version=0.0.4");
    assertThat(exchange.body()).contains("aiperf_request_latency_ms_count{").endsWith("\n");
  }

  @Test
  void theLiveViewOfEveryRunNeedsItsToken() throws Exception {
    api.close();
    api =
        RunApi.openLiveView(
            LiveViewAddress.ofThisProcess(), ApiTestRun.in(folder), stops::incrementAndGet);
    URI url = URI.create(api.url());
    String query = "?" + url.getQuery();
    String token = query.substring("?token=".length());

    assertThat(api.address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(token).hasSize(22);
    for (String path : List.of("/", "/metrics", "/api/config", "/api/shutdown", "/nowhere")) {
      for (String wrong : List.of("", "?token=", "?token=" + token + "x", "?token=%zz")) {
        RawHttpExchange rejected = ask("GET", path + wrong);
        assertThat(rejected.status()).as(path + wrong).isEqualTo(401);
        assertThat(rejected.head()).contains("www-authenticate: Bearer");
        assertThat(rejected.body())
            .contains("use the URL that Longhaul has printed")
            .doesNotContain(token);
      }
    }
    assertThat(ask("POST", "/api/shutdown").status()).isEqualTo(401);
    assertThat(ask("POST", "/api/marks").status()).isEqualTo(401);
    assertThat(ask("GET", "/api/config", "Authorization: Bearer wrong").status()).isEqualTo(401);
    assertThat(stops).hasValue(0);
    assertThat(ask("GET", "/healthz").body()).isEqualTo("ok");

    assertThat(ask("GET", url.getPath() + query).body()).startsWith("<!doctype html>");
    assertThat(ask("GET", "/api/config" + query).status()).isEqualTo(200);
    assertThat(ask("GET", "/api/config", "Authorization: Bearer " + token).status()).isEqualTo(200);
    RecordingWebSocket received = new RecordingWebSocket();
    URI socket = URI.create("ws://" + url.getAuthority() + "/ws");
    assertThatThrownBy(() -> CLIENT.newWebSocketBuilder().buildAsync(socket, received).join())
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
    assertThat(ask("POST", "/api/shutdown" + query).status()).isEqualTo(200);
    await(() -> stops.get() == 1);
  }

  @Test
  void theLiveViewOfEveryRunEndsWithItIfNobodyWatches() throws Exception {
    api.close();
    api =
        RunApi.openLiveView(
            LiveViewAddress.ofThisProcess(), ApiTestRun.in(folder), stops::incrementAndGet);
    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{}");
    api.resultsExported();
    assertThat(lingering()).succeedsWithin(Duration.ofSeconds(4));

    RecordingWebSocket received = new RecordingWebSocket();
    CLIENT
        .newWebSocketBuilder()
        .buildAsync(URI.create(api.url().replace("http", "ws").replace("/?", "/ws?")), received)
        .join();
    CompletableFuture<Void> watched = lingering();
    assertThat(ask("POST", "/api/shutdown?" + URI.create(api.url()).getQuery()).status())
        .as("it is still available")
        .isEqualTo(200);
    assertThat(watched).succeedsWithin(Duration.ofSeconds(4));
  }

  @Test
  void prometheusChoosesTheFormatOfMetrics() throws IOException {
    String openMetrics = "application/openmetrics-text;version=1.0.0";
    String protobuf =
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    assertThat(ask("GET", "/metrics", "Accept: " + openMetrics + ",text/plain;q=0.5").head())
        .contains("content-type: application/openmetrics-text; version=1.0.0");
    assertThat(ask("GET", "/metrics", "Accept: " + protobuf + "," + openMetrics + ";q=0.7").head())
        .contains("content-type: application/vnd.google.protobuf");
  }

  @Test
  void theDashboardLoadsNoExternalResources() throws IOException {
    RawHttpExchange exchange = ask("GET", "/dashboard");

    assertThat(exchange.head())
        .contains(
            "text/html", "default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'");
    assertThat(exchange.body())
        .startsWith("<!doctype html>")
        .doesNotContain("src=", "<link", "@import", "unsafe-eval");
    assertThat(ask("GET", "/").body()).isEqualTo(exchange.body());
  }

  @Test
  void aShutdownIsAnsweredFirstAndActsLikeCtrlC() throws Exception {
    assertThat(ask("GET", "/api/shutdown").status()).isEqualTo(405);
    assertThat(stops).hasValue(0);

    RawHttpExchange exchange = ask("POST", "/api/shutdown");

    assertThat(exchange.status()).isEqualTo(200);
    assertThat(exchange.body()).isEqualTo("{\"status\":\"shutting_down\"}");
    await(() -> stops.get() == 1);
  }

  @Test
  void aMarkIsAnsweredListedDrawnAndSentToSubscribers() throws Exception {
    takeMarks();
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
    RecordingWebSocket received = new RecordingWebSocket();
    connect(received)
        .sendText("{\"type\":\"subscribe\",\"message_types\":[\"mark\"]}", true)
        .join();
    received.next("subscribed");

    RawHttpExchange added = mark("{\"text\": \" deployed 1.4.2 \", \"added_by\": \"command\"}");

    assertThat(added.status()).isEqualTo(201);
    String expected =
        "{\"time\":\"%s\",\"seconds\":2.5,\"slice\":2,\"text\":\"deployed 1.4.2\",\"added_by\":\"command\"}"
            .formatted(Instant.ofEpochSecond(0, MARKED_EPOCH_NS));
    assertThat(added.body()).isEqualTo(expected);
    assertThat(ask("GET", "/api/marks").body()).isEqualTo("{\"marks\":[" + expected + "]}");
    JsonNode event = MAPPER.readTree(ask("GET", "/api/charts").body()).at("/events/0");
    assertThat(event)
        .hasToString("{\"kind\":\"mark\",\"from\":2.5,\"until\":2.5,\"text\":\"deployed 1.4.2\"}");
    JsonNode message = received.next("mark");
    assertThat(message.path("mark")).hasToString(expected);
    assertThat(message.path("events").get(0)).isEqualTo(event);
    assertThat(mark("{\"text\": \"x\"}").body()).contains("\"added_by\":\"api\"");
  }

  @Test
  void marksOfAnEarlierCoordinatorAreDrawnWhenTheLoadContinues() throws Exception {
    Mark earlier = new Mark(0, MARKED_EPOCH_NS, "deployed 1.4.2", MarkSource.LIVE_VIEW);
    api.dispatch(listener -> listener.marked(earlier));

    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));

    assertThat(MAPPER.readTree(ask("GET", "/api/charts").body()).path("events"))
        .singleElement()
        .satisfies(event -> assertThat(event.path("from").asDouble()).isEqualTo(2.5));
    assertThat(ask("GET", "/api/marks").body())
        .contains("\"seconds\":2.5", "\"added_by\":\"live_view\"");
  }

  /** Takes marks as a coordinator does, all at the same time. */
  private void takeMarks() {
    api.onMark(
        (text, addedBy) -> {
          Mark mark = new Mark(0, MARKED_EPOCH_NS, MarkRules.requireText(text), addedBy);
          api.dispatch(listener -> listener.marked(mark));
          return mark;
        });
  }

  private RawHttpExchange mark(String body) throws IOException {
    return send(
        "POST /api/marks HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | Invalid body: it is not a JSON object (such as {\"text\": \"deployed 1.4.2\"})",
        "[\"a\"] | Invalid body: it is not a JSON object (such as {\"text\": \"deployed 1.4.2\"})",
        "{\"text\": \"a\"} {} | Invalid body: it is not a JSON object (such as {\"text\": \"deployed 1.4.2\"})",
        "{} | Invalid text: no value (a string)",
        "{\"text\": 5} | Invalid text: 5 (a string)",
        "{\"text\": \"a\", \"colour\": 1} | Invalid member: colour (text or added_by)",
        "{\"text\": \"a\", \"added_by\": \"me\"} | Invalid added_by: \"me\" (api, command, live_view)",
        "{\"text\": \"\"} | Invalid text of a mark: it is empty (1 to 200 characters)",
        "{\"text\": \"a\\nb\"} | Invalid text of a mark: it contains the control character U+000A (one line of text)"
      })
  void invalidMarksAreRefused(String body, String problem) throws IOException {
    takeMarks();
    RawHttpExchange refused = mark(body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(MAPPER.readTree(refused.body()).path("detail").asText()).isEqualTo(problem);
    assertThat(ask("GET", "/api/marks").body()).isEqualTo("{\"marks\":[]}");
  }

  @Test
  void marksAreRefusedWhileThereIsNoLoadAndToOthers() throws IOException {
    RawHttpExchange refused = mark("{\"text\": \"a\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body())
        .isEqualTo(
            "{\"detail\":\"Cannot add a mark: the load of the run has not started (wait for its start)\"}");

    takeMarks();
    assertThat(ask("POST", "/api/marks", "Origin: http://evil.example.com").status())
        .isEqualTo(403);
    assertThat(ask("PUT", "/api/marks").head()).contains("405", "allow: GET, HEAD, POST");
    assertThat(ask("GET", "/api/marks").body()).isEqualTo("{\"marks\":[]}");
  }

  @Test
  void afterTheEndAShutdownOnlyEndsLingering() throws Exception {
    long before = System.nanoTime();
    api.linger();
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .as("without documents there is nothing to wait for")
        .isLessThan(Duration.ofSeconds(4));

    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{}");
    api.resultsExported();
    CompletableFuture<Void> lingering = lingering();
    assertThat(api.isStopRequested()).isFalse();
    assertThat(ask("POST", "/api/shutdown").status()).isEqualTo(200);

    assertThat(lingering).succeedsWithin(Duration.ofSeconds(4));
    assertThat(stops).hasValue(0);
    assertThat(api.isStopRequested()).as("a series ends all the same").isTrue();
  }

  @Test
  void aFailedRunIsShownForAWhile() throws Exception {
    RecordingWebSocket received = new RecordingWebSocket();
    WebSocket socket = connect(received);
    socket
        .sendText("{\"type\":\"subscribe\",\"message_types\":[\"system_state_changed\"]}", true)
        .join();
    received.next("subscribed");
    api.dispatch(RunListener::generatorsReady);

    api.failed("Kafka has ended");

    assertThat(received.next("system_state_changed").path("stage").asText()).isEqualTo("ready");
    JsonNode message = received.next("system_state_changed");
    assertThat(message.path("stage").asText()).isEqualTo("failed");
    assertThat(message.path("failure").asText()).isEqualTo("Kafka has ended");
    CompletableFuture<Void> lingering = lingering();
    assertThat(MAPPER.readTree(ask("GET", "/api/results").body()).path("status").asText())
        .isEqualTo("failed");
    assertThat(ask("GET", "/readyz").status()).isEqualTo(503);
    assertThat(lingering).isNotDone();
    assertThat(ask("POST", "/api/shutdown").status()).isEqualTo(200);
    assertThat(lingering).succeedsWithin(Duration.ofSeconds(4));
  }

  @Test
  void aDownloadAtTheEndIsCompleted() throws Exception {
    try (Socket fetching = aFetchedFile()) {
      CompletableFuture<Void> closing = lingering().thenRun(api::close);
      assertThat(ask("POST", "/api/shutdown").status()).isEqualTo(200);
      await(() -> statusOfHealth() == 0);
      assertThat(closing).as("it waits for what is fetched").isNotDone();

      byte[] answer = fetching.getInputStream().readAllBytes();

      assertThat(answer.length).isGreaterThan(LARGE_FILE_BYTES);
      assertThat(closing).succeedsWithin(PATIENCE);
    }
  }

  @Test
  void ctrlCEndsTheWaitForDownloads() throws Exception {
    try (Socket fetching = aFetchedFile()) {
      CompletableFuture<Void> lingering = lingering();

      api.stopLingering();

      assertThat(lingering).succeedsWithin(Duration.ofSeconds(4));
      assertThat(fetching.isConnected()).isTrue();
    }
  }

  /** Requested, but not read yet. */
  private Socket aFetchedFile() throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve("profile_export.jsonl").toFile(), "rw")) {
      file.setLength(LARGE_FILE_BYTES);
    }
    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{}");
    api.resultsExported();
    Socket socket = new Socket(api.address().getAddress(), api.address().getPort());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket
        .getOutputStream()
        .write(("GET /api/results/files/profile_export.jsonl" + ALONE).getBytes(US_ASCII));
    assertThat(socket.getInputStream().read()).isEqualTo('H');
    return socket;
  }

  private CompletableFuture<Void> lingering() {
    return CompletableFuture.runAsync(
        () -> {
          try {
            api.linger();
          } catch (InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  @Test
  void pagesOfOtherSitesAreRejected() throws IOException {
    assertThat(ask("POST", "/api/shutdown", "Origin: http://evil.example.com").status())
        .isEqualTo(403);
    assertThat(ask("GET", "/api/config", "Origin: null").status()).isEqualTo(403);
    assertThat(send("POST /api/shutdown HTTP/1.1\r\nHost: evil.example.com\r\n\r\n").status())
        .isEqualTo(403);
    assertThat(send("GET /api/config HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
    assertThat(ask("GET", "/ws", "Upgrade: websocket", "Origin: http://evil.com").status())
        .isEqualTo(403);
    assertThat(ask("GET", "/api/config").head()).doesNotContainIgnoringCase("access-control");
    assertThat(stops).hasValue(0);
  }

  @Test
  void invalidRequestsAreRejectedAndTheNextIsAnswered() throws IOException {
    String host = "Host: 127.0.0.1\r\n";
    assertThat(ask("GET", "/" + "x".repeat(5_000)).status()).isEqualTo(414);
    assertThat(ask("GET", "/healthz", "X-Long: " + "x".repeat(9_000)).status()).isEqualTo(431);
    assertThat(
            send("POST /api/shutdown HTTP/1.1\r\n" + host + "Content-Length: 20000\r\n\r\n")
                .status())
        .isEqualTo(413);
    assertThat(send("\0\0\0 nonsense\r\n\r\n").status()).isIn(400, 0);
    assertThat(send("GET /%zz HTTP/1.1\r\n" + host + "\r\n").status()).isEqualTo(400);
    assertThat(ask("PATCH", "/healthz").status()).isEqualTo(405);
    assertThat(ask("GET", "/nothing/here").status()).isEqualTo(404);
    assertThat(ask("GET", "/ws").status()).isEqualTo(426);
    assertThat(ask("GET", "/ws", "Upgrade: websocket").status()).isIn(400, 426);

    assertThat(stops).hasValue(0);
    assertThat(ask("GET", "/healthz").status()).isEqualTo(200);
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    String host = " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    RawHttpExchange exchange =
        send(
            ("GET /healthz" + host).repeat(50)
                + "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");

    assertThat(exchange.body().split("HTTP/1.1 200 OK", -1)).hasSize(50);
    assertThat(exchange.body()).contains("HTTP/1.1 503").endsWith("not ready");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "..%2fsecret",
        "%2e%2e/secret",
        "%2e%2e%2fsecret",
        "..%5csecret",
        "./profile_export_aiperf.json",
        "x/../profile_export_aiperf.json",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "logs/longhaul.log",
        "logs",
        "",
        ".",
        "longhaul.json",
        "my-thesis.txt",
        ".longhaul.claims",
        "profile_export_aiperf.json%00"
      })
  void noPathLeadsToAFileThatIsNotListed(String name) throws IOException {
    Path artifacts = Files.createDirectory(folder.resolve("artifacts"));
    Files.writeString(folder.resolve("secret"), "canary");
    for (String file : List.of("my-thesis.txt", ".longhaul.claims")) {
      Files.writeString(artifacts.resolve(file), "canary");
    }
    Files.writeString(artifacts.resolve("profile_export_aiperf.json"), "{}");
    Files.createDirectory(artifacts.resolve("logs"));
    Files.writeString(artifacts.resolve("logs/longhaul.log"), "canary");
    Files.createSymbolicLink(artifacts.resolve("longhaul.json"), folder.resolve("secret"));
    api.close();
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            ApiTestRun.in(artifacts),
            stops::incrementAndGet);
    api.resultsExported();

    RawHttpExchange exchange = ask("GET", "/api/results/files/" + name);

    assertThat(exchange.status()).isIn(400, 404);
    assertThat(exchange.body()).doesNotContain("canary");
    assertThat(ask("GET", "/api/results/files/profile_export_aiperf.json").body()).isEqualTo("{}");
  }

  @Test
  void filesAreServedCompletelyOnceWritten() throws IOException {
    String lines = "{\"text\": \"ä€\"}\n".repeat(100_000);
    Files.writeString(folder.resolve("profile_export.jsonl"), lines);
    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{}");
    assertThat(ask("GET", "/api/results/files/profile_export.jsonl").status()).isEqualTo(404);
    api.resultsExported();

    RawHttpExchange exchange = ask("GET", "/api/results/files/profile_export.jsonl");

    assertThat(exchange.status()).isEqualTo(200);
    assertThat(exchange.head()).contains("application/x-ndjson", "attachment");
    assertThat(exchange.body()).isEqualTo(lines);
    assertThat(ask("HEAD", "/api/results/files/profile_export.jsonl").body()).isEmpty();
  }

  @Test
  void aWebSocketClientReceivesTheRunFromItsFirstSliceToItsEnd() throws Exception {
    RecordingWebSocket received = new RecordingWebSocket();
    WebSocket socket = connect(received);
    socket.sendText("{\"type\":\"subscribe\",\"message_types\":[\"*\"]}", true).join();
    assertThat(received.next("subscribed").path("message_types").get(0).asText()).isEqualTo("*");
    assertThat(received.next("slices").path("slices").isEmpty()).isTrue();

    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
    assertThat(received.next("system_state_changed").path("stage").asText()).isEqualTo("running");
    api.finished(aSlice(0, 10));
    JsonNode slice = received.next("slice").path("slice");
    assertThat(slice.path("slice").asInt()).isZero();
    assertThat(slice.path("start_seconds").asDouble()).isZero();
    assertThat(slice.at("/metrics/request_latency/p50").asDouble()).isPositive();
    assertThat(received.next("realtime_metrics").path("metrics").findValuesAsText("tag"))
        .contains("request_latency", "request_count");
    assertThat(received.next("progress").path("slices").asInt()).isEqualTo(1);
    assertThat(received.next("worker_status_summary").path("workers").isObject()).isTrue();

    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{\"was_cancelled\": true}");
    api.resultsExported();
    assertThat(received.next("benchmark_complete").path("was_cancelled").asBoolean()).isTrue();
    api.close();
    assertThat(received.closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1001);
  }

  @Test
  void pingAndCloseAreAnswered() throws Exception {
    RecordingWebSocket received = new RecordingWebSocket();
    WebSocket socket = connect(received);

    socket.sendPing(ByteBuffer.wrap(new byte[] {5})).join();
    assertThat(received.pongs.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo((byte) 5);

    socket.sendClose(WebSocket.NORMAL_CLOSURE, "done").join();
    assertThat(received.closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1000);
  }

  @Test
  void oneAddressCannotUseAllWebSocketConnections() throws Exception {
    List<WebSocket> sockets = new ArrayList<>();
    for (int i = 0; i < Subscribers.MAX_PER_ADDRESS; i++) {
      sockets.add(connect(new RecordingWebSocket()));
    }

    assertThatThrownBy(() -> connect(new RecordingWebSocket()))
        .hasCauseInstanceOf(WebSocketHandshakeException.class)
        .satisfies(
            e ->
                assertThat(((WebSocketHandshakeException) e.getCause()).getResponse().statusCode())
                    .isEqualTo(503));
    assertThat(ask("GET", "/healthz").status()).as("others are answered").isEqualTo(200);

    sockets.get(0).sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    await(
        () -> {
          try {
            return connect(new RecordingWebSocket()) != null;
          } catch (CompletionException e) {
            return false;
          }
        });
    sockets.forEach(WebSocket::abort);
  }

  @Test
  @EnabledOnOs(OS.LINUX) // where loopback has more addresses than one
  void theHundredAndFirstClientIsRejected() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < Subscribers.MAX_CONNECTIONS; i++) {
        sockets.add(connectTo("127.0.0." + (2 + i % 2)));
        assertThat(statusOfHandshake(sockets.get(i))).isEqualTo(101);
      }
      sockets.add(connectTo("127.0.0.9"));
      assertThat(statusOfHandshake(sockets.get(Subscribers.MAX_CONNECTIONS))).isEqualTo(503);
    } finally {
      closeAll(sockets);
    }
  }

  @Test
  void idleConnectionsOfOneAddressDoNotBlockOthers() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * ConnectionLimiter.MAX_CONNECTIONS; i++) {
        sockets.add(connectTo("127.0.0.1"));
      }
      assertThat(ask("GET", "/healthz").status()).isEqualTo(200);
      assertThat(sockets.get(0).getInputStream().read())
          .as("the longest wait is ended")
          .isEqualTo(-1);
    } finally {
      closeAll(sockets);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void idleConnectionsOfManyAddressesDoNotBlockOthers() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * ConnectionLimiter.MAX_CONNECTIONS; i++) {
        sockets.add(connectTo("127.0.1." + (1 + i % 8)));
      }
      assertThat(ask("GET", "/healthz").status()).isEqualTo(200);
    } finally {
      closeAll(sockets);
    }
  }

  @Test
  void aSlowRequestTimesOut() throws Exception {
    try (Socket slow = connectTo("127.0.0.1")) {
      slow.setSoTimeout(50);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      assertThatThrownBy(
              () -> {
                while (System.nanoTime() < deadline) {
                  slow.getOutputStream().write('G');
                  try {
                    if (slow.getInputStream().read() < 0) {
                      throw new SocketException("closed");
                    }
                  } catch (SocketTimeoutException e) {
                    // It is still open: the next byte.
                  }
                }
              })
          .isInstanceOf(SocketException.class);
    }
  }

  private int statusOfHealth() {
    try {
      return ask("GET", "/healthz").status();
    } catch (IOException e) {
      return 0;
    }
  }

  private Socket connectTo(String from) throws IOException {
    Socket socket =
        new Socket(
            api.address().getAddress(), api.address().getPort(), InetAddress.getByName(from), 0);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static int statusOfHandshake(Socket socket) throws IOException {
    socket
        .getOutputStream()
        .write(
            """
            GET /ws HTTP/1.1\r
            Host: 127.0.0.1\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEC==\r
            \r
            """
                .getBytes(US_ASCII));
    String line = new String(socket.getInputStream().readNBytes(12), US_ASCII);
    return Integer.parseInt(line.substring(9));
  }

  @Test
  void aPortInUseIsReported() {
    assertThatThrownBy(
            () -> RunApi.open(api.address(), "127.0.0.1", ApiTestRun.in(folder), () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
  }

  private WebSocket connect(RecordingWebSocket received) {
    return CLIENT
        .newWebSocketBuilder()
        .buildAsync(URI.create("ws://127.0.0.1:" + api.address().getPort() + "/ws"), received)
        .join();
  }

  private RawHttpExchange ask(String method, String path, String... headers) throws IOException {
    return RawHttpExchange.to(api.address(), method, path, headers);
  }

  private RawHttpExchange send(String request) throws IOException {
    return RawHttpExchange.to(api.address(), request);
  }

  private static void await(java.util.function.BooleanSupplier fact) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** The messages that a client has received. */
  private static final class RecordingWebSocket implements WebSocket.Listener {
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<Byte> pongs = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          messages.add(MAPPER.readTree(text.toString()));
        } catch (IOException e) {
          closed.completeExceptionally(e);
        }
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
      pongs.add(message.get());
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      closed.complete(status);
      return null;
    }

    /** Returns the next message of a type, skipping others. */
    JsonNode next(String type) throws InterruptedException {
      while (true) {
        JsonNode message = messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(message).as(type).isNotNull();
        if (message.path("message_type").asText(message.path("type").asText()).equals(type)) {
          return message;
        }
      }
    }
  }
}
