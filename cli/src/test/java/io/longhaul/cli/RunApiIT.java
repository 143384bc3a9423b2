package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.MarkRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Observes a run over HTTP while it is in progress. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class RunApiIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern ADDRESS = Pattern.compile("Live view: (http://\\S+)/dashboard");
  private static final Pattern LIVE_VIEW =
      Pattern.compile("Live view: (http://\\S+token=[\\w-]{22})");
  private static final String SECRET = "canary-8d1c";

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aRunIsVisibleFromItsFirstSliceToItsDocumentsAndAShutdownEndsItAsCtrlCDoes()
      throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            profile(
                runs,
                "--request-rate",
                "40",
                "--benchmark-duration",
                "600",
                "--warmup-request-count",
                "5",
                "--api-key",
                SECRET,
                "--header",
                "X-Secret:" + SECRET,
                "--header",
                "X-Team:tango")) {
      URI api = address(run);
      assertThat(get(api, "/healthz").body()).isEqualTo("ok");
      RecordingWebSocket received = new RecordingWebSocket();
      client
          .newWebSocketBuilder()
          .buildAsync(URI.create("ws" + api.toString().substring(4) + "/ws"), received)
          .join()
          .sendText("{\"type\":\"subscribe\",\"message_types\":[\"slice\"]}", true)
          .join();

      awaitJson(run, api, "/api/progress", node -> node.path("slices").asInt() >= 2);
      assertThat(get(api, "/readyz").statusCode()).isEqualTo(200);
      JsonNode progress = json(api, "/api/progress");
      assertThat(progress.path("system_state").asText()).isEqualTo("profiling");
      assertThat(progress.at("/phases/warmup/requests_completed").asInt()).isEqualTo(5);
      assertThat(progress.at("/phases/profiling/requests_sent").asInt()).isPositive();
      JsonNode live = json(api, "/api/metrics");
      assertThat(live.path("source").asText()).isEqualTo("slices");
      assertThat(live.at("/metrics/time_to_first_token/p50").asDouble()).isPositive();
      assertThat(json(api, "/api/workers").at("/workers/g0/task_stats/total").asInt()).isPositive();
      assertThat(json(api, "/api/server-metrics").path("endpoint_summaries")).isNotEmpty();
      assertThat(get(api, "/metrics").body()).contains("aiperf_time_to_first_token_ms{");
      assertThat(json(api, "/api/results").path("status").asText()).isEqualTo("running");
      assertThat(json(api, "/api/config").at("/endpoint/streaming").asBoolean()).isTrue();
      assertThat(get(api, "/api/config").body()).doesNotContain(SECRET, "tango");

      String text = "deployed \"1.4.2\"";
      assertThat(mark(api, text)).as("exit code").isZero();
      assertThat(json(api, "/api/marks").at("/marks/0/text").asText()).isEqualTo(text);
      run.await(() -> marksIn(runs.lake()).contains(text)); // while the run is in progress

      // As soon as all was seen: how much that takes of the run is the machine's affair.
      for (int i = 0; i < 3; i++) { // repeated calls return the same run
        shutDown(api.resolve("/api/shutdown"));
      }
      awaitJson(run, api, "/api/progress", node -> node.path("results_exported").asBoolean());
      JsonNode last = json(api, "/api/metrics");
      JsonNode document = MAPPER.readTree(runs.layout().profileJson().toFile());
      assertThat(last.path("source").asText()).isEqualTo("documents");
      assertSameFigures(last.path("metrics"), document);
      JsonNode results = json(api, "/api/results");
      assertThat(results.path("status").asText()).isEqualTo("cancelled");
      assertThat(results.path("results")).isEqualTo(document);
      assertThat(results.toString()).contains("X-Team", "tango").doesNotContain(SECRET);
      assertThatFilesAreThoseOnDisk(api, runs);

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(run.err())
          .containsOnlyOnce("Stopping: waiting for requests in flight")
          .doesNotContain("Cancelling");
      assertThat(run.out()).contains("Request Latency (ms)").doesNotContain("INCOMPLETE");
      assertThat(document.path("was_cancelled").asBoolean()).isTrue();
      assertThat(document.path("is_complete").asBoolean()).isTrue();
      assertThat(run.err() + run.out()).doesNotContain(SECRET);
      JsonNode mark = MAPPER.readTree(runs.layout().longhaulJson().toFile()).path("marks").path(0);
      assertThat(mark.path("text").asText()).isEqualTo(text);
      assertThat(mark.path("added_by").asText()).isEqualTo("command");
      assertThat(run.err()).contains("Mark: " + text);
      assertThat(run.out()).contains("Marks\n", " s: " + text);
      assertThat(Files.readString(runs.layout().reportHtml()))
          .contains("Mark: deployed &quot;1.4.2&quot;");
      JsonNode slices = MAPPER.readTree(runs.layout().slicesJson().toFile()).path("slices");
      assertThat(received.slices).isNotEmpty();
      for (JsonNode slice : received.slices) {
        assertSameSlice(slice, slices.get(slice.path("slice").asInt()));
      }
      int seen =
          received.slices.stream().mapToInt(slice -> slice.path("valid_requests").asInt()).sum();
      assertThat(seen)
          .as("all slices were sent, including the last one")
          .isEqualTo(document.at("/request_count/avg").asInt());
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  /** Adds a mark with the command, and returns its exit status. */
  private static int mark(URI api, String text) {
    PrintStream none = new PrintStream(OutputStream.nullOutputStream());
    return new Longhaul(new Terminal(none, none, false, false))
        .run(List.of("mark", api + "/dashboard", text));
  }

  private static List<String> marksIn(Lake lake) {
    List<String> texts = new ArrayList<>();
    try {
      for (String runId : lake.runs()) {
        lake.rows(Dataset.MARKS, runId).stream().map(MarkRow::getText).forEach(texts::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }

  /** Checks that live metrics equal those of the documents, within bucket precision. */
  private static void assertSameFigures(JsonNode metrics, JsonNode document) {
    int compared = 0;
    for (var metric : metrics.properties()) {
      JsonNode exported = document.path(metric.getKey());
      for (var statistic : exported.properties()) {
        assertThat(metric.getValue().path(statistic.getKey()))
            .as(metric.getKey() + "." + statistic.getKey())
            .isEqualTo(statistic.getValue());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  private static void assertSameSlice(JsonNode sent, JsonNode exported) {
    for (String name :
        List.of("start", "trusted", "requests_sent", "requests_ok", "error_requests")) {
      assertThat(sent.path(name)).as(name).isEqualTo(exported.path(name));
    }
    assertThat(sent.at("/metrics/request_latency/p99").asDouble())
        .isCloseTo(exported.at("/metrics/request_latency/p99").asDouble(), within(1e-9));
  }

  private void assertThatFilesAreThoseOnDisk(URI api, MockServerRuns runs) throws Exception {
    JsonNode list = json(api, "/api/results/list");
    assertThat(list.path("ready").asBoolean()).isTrue();
    assertThat(list.findValuesAsText("name"))
        .contains("profile_export_aiperf.json", "profile_export.jsonl", "slices.json")
        .doesNotContain("logs", "lake", ".longhaul.claims");
    for (String name : list.findValuesAsText("name")) {
      HttpResponse<byte[]> file =
          client.send(
              HttpRequest.newBuilder(api.resolve("/api/results/files/" + name)).build(),
              BodyHandlers.ofByteArray());
      assertThat(file.body())
          .as(name)
          .isEqualTo(Files.readAllBytes(runs.layout().folder().resolve(name)));
      assertThat(new String(file.body(), ISO_8859_1)).as(name).doesNotContain(SECRET);
    }
  }

  private void shutDown(URI url) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("{\"status\":\"shutting_down\"}");
  }

  @Test
  void aPortInUseIsReportedBeforeTheStart() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        ServerSocket taken = new ServerSocket(0)) {
      EndedCommand run =
          EndedCommand.of(
              runs.profileArguments("--api-port", Integer.toString(taken.getLocalPort())));
      assertThat(run.exitStatus()).isEqualTo(2);
      assertThat(run.err())
          .contains("Cannot listen on 127.0.0.1, port " + taken.getLocalPort())
          .contains("Nothing was started");
      assertThat(runs.layout().folder()).doesNotExist();
      assertThat(runs.requestsReceived()).isZero();
    }
  }

  /** A shutdown comes when a run's documents are written: there is nothing left to stop in it. */
  @Test
  void allRunsOfASeriesHaveOneLiveViewWithATokenAndAShutdownEndsTheSeriesAtAnyTime()
      throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run = runs.profile("--request-count", "20", "--num-profile-runs", "3")) {
      run.awaitErr("?token=");
      Matcher first = LIVE_VIEW.matcher(run.err());
      assertThat(first.find()).isTrue();
      URI url = URI.create(first.group(1));
      String token = "?" + url.getQuery();
      String one = runAt(run, url, "/api/progress" + token, name -> true);
      runAt(run, url, "/api/progress" + token, name -> !name.equals(one));
      awaitJson(
          run, url, "/api/progress" + token, node -> node.path("results_exported").asBoolean());
      shutDown(url.resolve("/api/shutdown" + token));

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(130);
      assertThat(run.err()).contains("Run 2 of 3").doesNotContain("Run 3 of 3");
      assertThat(LIVE_VIEW.matcher(run.err()).results().map(found -> found.group(1)))
          .hasSize(2)
          .containsOnly(first.group(1));
      assertThat(run.out()).doesNotContain(url.getQuery());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  @Test
  void severalRunsUseTheAddressInTurnAndAPortThatIsLostDoesNotEndTheSeries() throws Exception {
    int port = freePort();
    URI api = URI.create("http://127.0.0.1:" + port);
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            runs.profile(
                "--request-count",
                "20",
                "--num-profile-runs",
                "3",
                "--profile-run-cooldown-seconds",
                "5",
                "--api-port",
                Integer.toString(port))) {
      String first = runAt(run, api, "/api/progress", name -> true);
      String second = runAt(run, api, "/api/progress", name -> !name.equals(first));
      assertThat(second).isNotEqualTo(first);
      try (ServerSocket taken = taken(run, port)) {
        assertThat(run.exitStatus()).as(run.err()).isZero();
        assertThat(run.err())
            .contains("Run 3 of 3")
            .contains("Note: this run has no live view. Cannot listen on")
            .contains(Integer.toString(taken.getLocalPort()));
      }
    }
  }

  /** Takes the port as soon as the run that uses it has left it. */
  private static ServerSocket taken(RunningProfile run, int port) throws InterruptedException {
    ServerSocket[] taken = new ServerSocket[1];
    run.await(
        () -> {
          try {
            taken[0] = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            return true;
          } catch (IOException e) {
            return false;
          }
        });
    return taken[0];
  }

  /** Returns the run ID that the API reports. */
  private String runAt(RunningProfile run, URI api, String path, Predicate<String> wanted)
      throws InterruptedException {
    String[] found = new String[1];
    run.await(
        () -> {
          Optional<JsonNode> progress = jsonIfAny(api, path);
          progress
              .map(node -> node.path("benchmark_id").asText())
              .filter(name -> !name.isEmpty() && wanted.test(name))
              .ifPresent(name -> found[0] = name);
          return found[0] != null;
        });
    return found[0];
  }

  private static RunningProfile profile(MockServerRuns runs, String... more) throws IOException {
    return runs.profile(
        Stream.concat(Stream.of("--api-port", "0"), Stream.of(more)).toArray(String[]::new));
  }

  private URI address(RunningProfile run) throws Exception {
    run.awaitErr("/dashboard");
    Matcher sent = ADDRESS.matcher(run.err());
    assertThat(sent.find()).as(run.err()).isTrue();
    return URI.create(sent.group(1));
  }

  private void awaitJson(RunningProfile run, URI api, String path, Predicate<JsonNode> fact)
      throws InterruptedException {
    run.await(() -> jsonIfAny(api, path).filter(fact).isPresent());
  }

  /** Returns the response; empty while the port is closed. */
  private Optional<JsonNode> jsonIfAny(URI api, String path) {
    try {
      return Optional.of(json(api, path));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private JsonNode json(URI api, String path) throws IOException, InterruptedException {
    return MAPPER.readTree(get(api, path).body());
  }

  private HttpResponse<String> get(URI api, String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(api.resolve(path)).timeout(Duration.ofSeconds(20)).build(),
        BodyHandlers.ofString());
  }

  /** Returns the received slices, including those before the subscription. */
  private static final class RecordingWebSocket implements WebSocket.Listener {
    private final List<JsonNode> slices = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private void take(String message) {
      try {
        JsonNode node = MAPPER.readTree(message);
        node.path("slices").forEach(slices::add);
        if (node.has("slice")) {
          slices.add(node.path("slice"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
