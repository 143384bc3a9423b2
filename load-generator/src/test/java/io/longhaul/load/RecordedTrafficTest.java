package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.dataset.trace.TraceWriter;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.proxy.ReverseProxy;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.load.traffic.RecordingCounts;
import io.longhaul.load.traffic.TrafficRecorder;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays recorded traffic and compares what the servers received in both runs. */
@Timeout(60)
class RecordedTrafficTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAT = "/v1/chat/completions";
  private static final int PLENTY = 64 << 20;

  @TempDir Path folder;

  private final Tokenizer tokenizer =
      Tokenizers.ofThisProcess()
          .load(new TokenizerPlan("builtin", "main", false), false)
          .tokenizer();

  private MockServer server;
  private TrafficRecorder recorder;
  private ReverseProxy proxy;

  @AfterEach
  void close() throws IOException {
    if (proxy != null) {
      proxy.close();
      recorder.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Test
  void recordedLoadIsReplayedUnchanged() throws Exception {
    Path truthLog = folder.resolve("first-truth.jsonl");
    record(aServer().truthLog(truthLog), PLENTY);

    GeneratorRun.at(url(), aLoad(), folder);
    RecordingCounts counts = finish();

    Map<JsonNode, JsonNode> first = byBody(Truth.read(truthLog));
    assertThat(first).hasSize(30);
    assertThat(counts.recorded()).isEqualTo(30);
    assertThat(counts.models()).containsExactly("mock-model");
    assertThat(counts.skipped()).isEmpty();
    List<JsonNode> trace = trace();
    assertThat(trace).extracting(RecordedTrafficTest::millis).isSorted();
    assertThat(millis(trace.get(0))).isZero();
    long started = receivedAt(first, trace.get(0));
    for (JsonNode line : trace) {
      assertThat(line.get("output_length").asInt())
          .as("as long as the server's response")
          .isEqualTo(first.get(line.get("payload")).get("output_tokens").asInt());
      assertThat(millis(line)).isCloseTo((receivedAt(first, line) - started) / 1e6, within(500.0));
    }

    GeneratorRun again = GeneratorRun.against(aServer(), aReplay(), folder);

    assertThat(byBody(again.truth()).keySet()).isEqualTo(first.keySet());
    List<DecodedRequest> sent =
        again.requests().stream()
            .sorted(Comparator.comparingLong(request -> request.planned().getScheduledAtNs()))
            .toList();
    long startNanos = sent.get(0).planned().getScheduledAtNs();
    for (int i = 0; i < trace.size(); i++) {
      assertThat((sent.get(i).planned().getScheduledAtNs() - startNanos) / 1e6)
          .as("time of request %d", i)
          .isCloseTo(millis(trace.get(i)), within(0.001));
    }
  }

  @Test
  void onlySuccessfulRequestsAreRecordedAndOthersAreCountedByReason() throws Exception {
    record(aServer().fault("every 2: status 503"), PLENTY);

    post(CHAT, "{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}");
    post(CHAT, "{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"b\"}]}");
    post("/v1/embeddings", "{\"model\": \"m\", \"input\": \"c\"}");
    post(CHAT, "[]");
    RecordingCounts counts = finish();

    assertThat(trace()).hasSize(1);
    assertThat(trace().get(0).at("/payload/messages/0/content").asText()).isEqualTo("a");
    assertThat(counts.recorded()).isEqualTo(1);
    assertThat(counts.inFlight()).isZero();
    assertThat(counts.skipped())
        .containsEntry("response status 503", 1L)
        .containsEntry("not a POST to " + CHAT, 1L)
        .containsEntry("response status 400", 1L)
        .hasSize(3);
  }

  @Test
  void tracesContainNoKeys() throws Exception {
    record(aServer(), PLENTY);

    send(
        HttpRequest.newBuilder(URI.create(url() + CHAT + "?key=canary-1"))
            .header("Authorization", "Bearer canary-2")
            .header("X-API-Key", "canary-3")
            .header("Cookie", "canary-4")
            .POST(BodyPublishers.ofString("{\"model\":\"m\",\"messages\":[]}")));
    finish();

    assertThat(Files.readString(output())).doesNotContain("canary");
  }

  @Test
  void requestsWithOneCorrelationIdAreSuccessiveTurns() throws Exception {
    record(aServer().timeToFirstToken("300ms"), PLENTY);

    sendAs("s", "one");
    sendAs("s", "two");
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<HttpResponse<String>>> together = new ArrayList<>();
    for (String names : List.of("three", "four")) {
      together.add(client.sendAsync(extraMetrics("t", names).build(), BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> response : together) {
      response.get(20, TimeUnit.SECONDS);
    }
    finish();

    List<String> sessions =
        trace().stream().map(line -> line.path("session_id").asText("none")).toList();
    assertThat(sessions.subList(0, 2)).containsExactly("s", "s");
    assertThat(sessions.subList(2, 4)).containsExactlyInAnyOrder("t", "none");
  }

  @Test
  void requestsBeyondTheBufferAreForwardedUnrecorded() throws Exception {
    record(aServer(), 1_000);

    assertThat(sendAs("s", "x".repeat(2_000)).statusCode()).isEqualTo(200);
    assertThat(sendAs("s", "short").statusCode()).isEqualTo(200);
    RecordingCounts counts = finish();

    assertThat(counts.skipped()).isEqualTo(Map.of("recording buffer full", 1L));
    assertThat(trace()).hasSize(1);
  }

  @Test
  void everyEndedRequestIsWrittenImmediately() throws Exception {
    record(aServer(), PLENTY);

    sendAs("s", "one");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (recorder.counts().recorded() < 1 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }

    assertThat(Files.readString(output())).contains("\"one\"").endsWith("}\n");
  }

  @Test
  void existingRecordingIsNotOverwritten() throws Exception {
    Files.writeString(output(), "{}\n");

    assertThatThrownBy(() -> TraceWriter.create(output()))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  private void record(MockServerOptions.Builder options, long maxBufferedBytes) throws IOException {
    server = MockServer.start(options.build());
    recorder =
        new TrafficRecorder(
            CHAT,
            Endpoints.CHAT.dialect(DialectOptions.DEFAULTS),
            tokenizer,
            TraceWriter.create(output()),
            maxBufferedBytes);
    proxy =
        ReverseProxy.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            URI.create("http://127.0.0.1:" + server.llmPort()),
            ServerTrust.OF_JAVA,
            System::nanoTime,
            recorder);
  }

  /** Waits until no more requests arrive, so that the trace and the server's log are complete. */
  private RecordingCounts finish() throws IOException {
    proxy.close();
    recorder.close();
    server.close();
    proxy = null;
    server = null;
    return recorder.counts();
  }

  private String url() {
    return "http://127.0.0.1:" + proxy.address().getPort();
  }

  private Path output() {
    return folder.resolve("trace.jsonl");
  }

  private List<JsonNode> trace() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(output())) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path)).POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> sendAs(String session, String names) throws Exception {
    return send(extraMetrics(session, names));
  }

  private HttpRequest.Builder extraMetrics(String session, String names) {
    String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}";
    return HttpRequest.newBuilder(URI.create(url() + CHAT))
        .header("X-Correlation-ID", session)
        .POST(BodyPublishers.ofString(body.formatted(names)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient()
        .send(request.version(HttpClient.Version.HTTP_1_1).build(), BodyHandlers.ofString());
  }

  /** Returns the requests that the server received, by prompt. */
  private static Map<JsonNode, JsonNode> byBody(Truth truth) throws IOException {
    Map<JsonNode, JsonNode> seen = new HashMap<>();
    for (JsonNode line : truth.lines()) {
      seen.put(JSON.readTree(line.get("body").asText()), line);
    }
    return seen;
  }

  private static long receivedAt(Map<JsonNode, JsonNode> seen, JsonNode traceLine) {
    return seen.get(traceLine.get("payload")).get("received_ns").asLong();
  }

  private static double millis(JsonNode traceLine) {
    return traceLine.get("timestamp").asDouble();
  }

  private static RunPlanBuilder aLoad() {
    return aPlan().inputTokens(40, 10).requestRate(40).requestCount(30);
  }

  private RunPlanBuilder aReplay() {
    return aPlan()
        .inputFile(output().toString())
        .fileType(FileType.MOONCAKE_TRACE)
        .trace(new TracePlan(512, 1, true, null, null, null, null))
        .fixedSchedule(true);
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .streaming(true)
        .tokenizer("builtin")
        .header("X-Mock-Tell-Body", "yes")
        .rehearsalRequests(50);
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("20ms")
        .interTokenLatency("1ms")
        .outputTokens("uniform(4,20)");
  }
}
