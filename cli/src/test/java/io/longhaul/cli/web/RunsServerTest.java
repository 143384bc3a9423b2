package io.longhaul.cli.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.cli.api.AccessToken;
import io.longhaul.cli.api.ServerName;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocket.Listener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages over real sockets, from the files of a lake. */
class RunsServerTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PAUSE_NANOS = 50_000_000;
  private static final String TOKEN = "a-token-of-the-test";
  private static final Pattern ROW = Pattern.compile("<th scope=\"row\"><a [^>]*>([^<]*)</a>");

  @TempDir Path folder;
  private TestLake lake;
  private RunsServer server;

  @BeforeEach
  void open() throws IOException {
    lake = new TestLake(folder.resolve("lake"));
    lake.addFinished("run-a", "llama", 0);
    lake.addFinished("run-b", "qwen " + TestLake.ATTACK.replace("\"", ""), 150);
    server = serverOf(lake);
  }

  private static RunsServer serverOf(TestLake... lakes) throws IOException {
    return RunsServer.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new ServerName("127.0.0.1", "--public-name"),
        new AccessToken(TOKEN),
        Stream.of(lakes).map(TestLake::lake).toList(),
        Optional.empty(),
        "test");
  }

  @AfterEach
  void noThreadIsLeft() throws Exception {
    server.close();
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name -> name.startsWith("api-") || name.startsWith("web-")));
  }

  @Test
  void theFirstPageListsTheRunsWithTheirFigures() throws Exception {
    String page = whole("/");

    assertThat(page)
        .contains(
            "2 of 2 runs, 0 in progress",
            "2026-01-02 03:04:05",
            ">0:00:12<",
            "llama",
            "concurrency 3")
        .contains("http://gpu-1:8000", ">41<", ">complete<")
        .contains("qwen &lt;img src=x")
        .doesNotContain("<img", "<script");
    assertThat(runsIn(page)).containsExactlyInAnyOrder("run-a", "run-b");
  }

  @Test
  void runsAreFilteredByWordsAndSortedByAColumn() throws Exception {
    assertThat(runsIn(whole("/?text=LLAMA+gpu-1"))).containsExactly("run-a");
    assertThat(whole("/?text=none+such")).contains("No run has these words.");
    assertThat(runsIn(whole("/?order=-ttft_p50"))).containsExactly("run-b", "run-a");
    assertThat(runsIn(whole("/?order=ttft_p50"))).containsExactly("run-a", "run-b");
    assertThat(runsIn(whole("/?order=nonsense&page=x"))).hasSize(2);
    assertThat(whole("/?order=-ttft_p50")).contains("aria-sort=\"descending\"");
  }

  @Test
  void aPageShowsFiftyRunsAndKeepsTheSelectionOfOthers() throws Exception {
    for (int i = 0; i < 50; i++) {
      lake.addSummary("more-%02d".formatted(i), "run-a");
    }
    server.close();
    server = serverOf(lake);

    String first = whole("/?order=run&run=1/run-b");
    assertThat(runsIn(first)).hasSize(50).startsWith("more-00").doesNotContain("run-b");
    assertThat(first).contains("Also selected", "Page 1 of 2", "value=\"1/run-b\"");
    assertThat(runsIn(whole("/?order=run&page=2"))).containsExactly("run-a", "run-b");
    assertThat(runsIn(whole("/?order=run&page=9"))).containsExactly("run-a", "run-b");
  }

  @Test
  void theReportOfARunIsComputedFromTheLake() throws Exception {
    String page = computed("/runs/1/run-a/report");

    assertThat(page).contains("Load test of llama", "id=\"verdict\"", "40");
    assertThat(get("/runs/1/run-a/report").body()).isEqualTo(page);
  }

  @Test
  void selectedRunsAreComparedAndTheOldestIsTheBaseline() throws Exception {
    assertThat(computed("/compare?run=1/run-b&run=1/run-a"))
        .contains("Comparison of runs", "run-b");
    assertThat(get("/compare?run=1/run-a").body()).contains("Invalid number of selected runs: 1");
    assertThat(get("/compare?run=1/run-a&run=1/none").statusCode()).isEqualTo(400);
  }

  @Test
  void aFigureHasAHistoryOverAllRuns() throws Exception {
    assertThat(computed("/history?metric=time_to_first_token.p99"))
        .contains("History of runs", "run-a", "run-b");
    assertThat(get("/history?metric=speed").body()).contains("Invalid figure: speed");
  }

  @Test
  void aRunInProgressIsDrawnAndItsNewSlicesAreAdded() throws Exception {
    List<SliceRow> later = lake.addUnfinished("run-c", 3);
    String page = pageWith(body -> body.contains("run-c"));
    assertThat(page).contains("1 in progress", "/runs/1/run-c/dashboard");

    JsonNode charts = charts("run-c", 2);
    assertThat(charts.path("bucket").asDouble()).isEqualTo(1);

    lake.commit("run-c", "x2", later.subList(2, 4));
    lake.commit("run-c", "x1", later.subList(0, 2));
    charts("run-c", 6);
    JsonNode progress = MAPPER.readTree(get("/runs/1/run-c/api/progress").body());
    assertThat(progress.path("read_only").asBoolean()).isTrue();
    assertThat(progress.path("stage").asText()).isEqualTo("running");
    assertThat(progress.path("benchmark_id").asText()).isEqualTo("run-c");
    assertThat(progress.at("/phases/profiling/elapsed_sec").asDouble()).isEqualTo(7);
    assertThat(progress.at("/phases/profiling/requests_sent").isMissingNode()).isTrue();
    assertThat(get("/runs/1/run-c/dashboard").body()).contains("Over time");
  }

  @Test
  void theLiveViewHasChartsOfGpusAndServersFromTheLake() throws Exception {
    List<SliceRow> later = lake.addUnfinished("run-c", 3);
    lake.commitSamples("run-c", "s1", 0, 4);
    pageWith(body -> body.contains("run-c"));
    JsonNode charts = charts("run-c", 2);

    assertThat(newest(charts, "gpu-power", "GPU 0")).isEqualTo(320);
    assertThat(newest(charts, "server-requests", "running")).isEqualTo(4);
    assertThat(newest(charts, "server-requests", "waiting")).isEqualTo(2);
    assertThat(newest(charts, "server-ttft", "server's mean")).isEqualTo(100);

    lake.commit("run-c", "x1", later.subList(0, 3));
    lake.commitSamples("run-c", "s2", 4, 7);
    charts = charts("run-c", 5);
    assertThat(newest(charts, "gpu-power", "GPU 0")).isEqualTo(350);
    assertThat(newest(charts, "server-requests", "waiting")).isEqualTo(5);
  }

  @Test
  void slicesWaitForSamplesThatAreCommittedALittleLater() throws Exception {
    List<SliceRow> later = lake.addUnfinished("run-c", 3);
    lake.commitSamples("run-c", "s1", 0, 3);
    pageWith(body -> body.contains("run-c"));
    charts("run-c", 2);

    lake.commit("run-c", "x1", later.subList(0, 2));
    charts("run-c", 4); // samples that do not come are not waited for
    lake.commit("run-c", "x2", later.subList(2, 4));
    lake.commitSamples("run-c", "s2", 3, 7);
    JsonNode charts = charts("run-c", 6);
    assertThat(newest(charts, "gpu-power", "GPU 0")).isEqualTo(360);
  }

  @Test
  void aDamagedFileOfSamplesIsNamedAndTheSlicesAreDrawn() throws Exception {
    lake.addUnfinished("run-c", 3);
    lake.commitSamples("run-c", "s1", 0, 3);
    damage(lake.lake().files(Dataset.GPU_SLICES, "run-c").get(0));
    pageWith(body -> body.contains("run-c"));

    charts("run-c", 2);
    assertThat(progress("run-c").path("warnings").path(0).asText())
        .startsWith("Samples are missing: ")
        .contains("gpu_slices");
  }

  private static double newest(JsonNode charts, String chart, String line) {
    for (JsonNode each : charts.path("charts")) {
      if (each.path("id").asText().equals(chart)) {
        for (JsonNode of : each.path("lines")) {
          if (of.path("name").asText().equals(line)) {
            JsonNode values = of.path("single");
            return values.path(values.size() - 1).asDouble(Double.NaN);
          }
        }
      }
    }
    return Double.NaN;
  }

  @Test
  void theLiveViewSaysThatTheRunHasEnded() throws Exception {
    lake.addUnfinished("run-c", 3);
    pageWith(body -> body.contains("run-c"));
    charts("run-c", 2);

    lake.finish("run-c");
    await(() -> get("/runs/1/run-c/api/progress").body().contains("\"stage\":\"done\""));
  }

  @Test
  void theLiveViewOfARunThatWasKilledSaysSoAndEnds() throws Exception {
    lake.addUnfinished("run-c", 3);
    for (Path file : lake.lake().files(Dataset.SLICES, "run-c")) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3_600)));
    }
    pageWith(body -> body.contains("abandoned: no summary, and no slice since"));
    charts("run-c", 2);

    await(() -> progress("run-c").path("stage").asText().equals("done"));
    assertThat(progress("run-c").path("warnings").path(0).asText())
        .startsWith("The run was abandoned: no summary, and no slice since ");
  }

  @Test
  void theLiveViewOfARunThatIsResumedGoesOn() throws Exception {
    List<SliceRow> later = lake.addUnfinished("run-c", 3);
    for (Path file : lake.lake().files(Dataset.SLICES, "run-c")) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3_600)));
    }
    pageWith(body -> body.contains("abandoned: no summary, and no slice since"));
    charts("run-c", 2);
    await(() -> progress("run-c").path("stage").asText().equals("done"));

    lake.commit("run-c", "x1", later.subList(0, 2));
    pageWith(body -> body.contains("1 in progress"));
    charts("run-c", 4);
    assertThat(progress("run-c").path("stage").asText()).isEqualTo("running");
    assertThat(progress("run-c").path("warnings")).isEmpty();
  }

  @Test
  void aDamagedFileOfSlicesIsNamedAndTheOthersAreDrawn() throws Exception {
    lake.addUnfinished("run-c", 6);
    List<Path> files = lake.lake().files(Dataset.SLICES, "run-c");
    damage(files.get(files.size() - 2));
    pageWith(body -> body.contains("run-c"));

    await(() -> progress("run-c").path("slices").asInt() == 5);
    assertThat(progress("run-c").path("slices_missing").asInt()).isEqualTo(1);
    assertThat(progress("run-c").path("warnings").path(0).asText())
        .startsWith("Slices are missing: ");
  }

  /** Returns the progress of a run; without members until its first slice is in the list. */
  private JsonNode progress(String run) throws Exception {
    HttpResponse<String> response = get("/runs/1/" + run + "/api/progress");
    return response.statusCode() == 200
        ? MAPPER.readTree(response.body())
        : MAPPER.createObjectNode();
  }

  @Test
  void viewsThatAreWatchedAreNotGivenUpForFurtherOnes() throws Exception {
    List<WebSocket> watching = new ArrayList<>();
    try {
      for (int i = 0; i < FollowedRuns.MOST; i++) {
        lake.addUnfinished("run-%02d".formatted(i), 1);
      }
      lake.addUnfinished("run-x", 1);
      lake.addUnfinished("run-y", 1);
      pageWith(body -> body.contains("%d in progress".formatted(FollowedRuns.MOST + 2)));
      assertThat(get("/runs/1/run-x/api/progress").statusCode()).isEqualTo(200);
      for (int i = 0; i < FollowedRuns.MOST; i++) {
        watching.add(watch("run-%02d".formatted(i)));
      }
      await(() -> get("/runs/1/run-y/dashboard").statusCode() == 503);
      assertThat(get("/runs/1/run-y/api/progress").statusCode()).isEqualTo(503);
      assertThat(get("/runs/1/run-y/dashboard").body())
          .contains("The live view cannot be opened: 20 others are being watched");
      assertThat(get("/runs/1/run-00/api/progress").statusCode()).isEqualTo(200);
      assertThat(get("/runs/1/run-y/report").statusCode()).isEqualTo(200);

      watching.remove(0).abort();
      await(() -> get("/runs/1/run-y/api/progress").statusCode() == 200);
    } finally {
      watching.forEach(WebSocket::abort);
    }
  }

  private WebSocket watch(String run) throws Exception {
    URI page = address("/runs/1/" + run + "/ws");
    return CLIENT
        .newWebSocketBuilder()
        .buildAsync(URI.create(page.toString().replaceFirst("http", "ws")), new Listener() {})
        .get(1, TimeUnit.MINUTES);
  }

  @Test
  void aRunThatWasKilledIsAbandonedAndHasAReport() throws Exception {
    lake.addUnfinished("run-c", 3);
    for (Path file : lake.lake().files(Dataset.SLICES, "run-c")) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3_600)));
    }

    pageWith(body -> body.contains("abandoned: no summary, and no slice since"));
    assertThat(computed("/runs/1/run-c/report")).contains("the run&#39;s summary is missing");
  }

  @Test
  void aDamagedFileNamesItselfAndLeavesTheOthers() throws Exception {
    Path damaged = lake.lake().files(Dataset.RUNS, "run-b").get(0);
    damage(damaged);
    server.close();
    server = serverOf(lake);

    assertThat(whole("/")).contains("2 of 2 runs", "unreadable: ", damaged.toString());
    HttpResponse<String> report = get("/runs/1/run-b/report");
    assertThat(report.statusCode()).isEqualTo(500);
    assertThat(report.body()).contains(damaged.toString());
    assertThat(computed("/runs/1/run-a/report")).contains("Load test of llama");
  }

  @Test
  void aDamagedFileOfRequestsNamesItselfOnThePageOfTheRun() throws Exception {
    Path damaged = lake.lake().files(Dataset.REQUESTS, "run-b").get(0);
    damage(damaged);

    await(() -> get("/runs/1/run-b/report").statusCode() == 500);
    assertThat(get("/runs/1/run-b/report").body())
        .contains("Report of run run-b", damaged.toString());
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 4; i < Math.min(bytes.length / 2, 4_000); i++) {
      bytes[i] ^= 0x55;
    }
    bytes[bytes.length - 5] ^= 0x11;
    Files.write(file, bytes);
  }

  @Test
  void filesThatWereReplacedAreReadAgain() throws Exception {
    lake.addUnfinished("run-c", 3);
    pageWith(body -> body.contains("run-c"));
    charts("run-c", 2);

    List<Path> old = lake.lake().files(Dataset.SLICES, "run-c");
    TestLake other = new TestLake(folder.resolve("other"));
    List<SliceRow> later = other.addUnfinished("run-c", 5);
    assertThat(later).isNotEmpty();
    for (Path file : old) {
      Files.delete(file);
    }
    int part = 0;
    for (Path file : other.lake().files(Dataset.SLICES, "run-c")) {
      Files.move(
          file, lake.folder().resolve("slices/2026-01-02.run-c.part-y" + part++ + ".parquet"));
    }
    charts("run-c", 4);
  }

  @Test
  void runsOfSeveralLakesAreListedTogether() throws Exception {
    TestLake second = new TestLake(folder.resolve("second"));
    second.addFinished("run-a", "other-model", 0);
    server.close();
    server = serverOf(lake, second);

    assertThat(whole("/")).contains("3 of 3 runs", "/runs/2/run-a/report", ">Lake<");
    assertThat(computed("/runs/2/run-a/report")).contains("Load test of other-model");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nonsense",
        "/runs/1/none/report",
        "/runs/1/../report",
        "/runs/1/..%2f..%2fetc/report",
        "/runs/3/run-a/report",
        "/runs/x/run-a/report",
        "/runs/1/run-a/api/results/files/longhaul.json",
        "/runs/1/run-a/dashboard/x"
      })
  void noOtherPathLeadsToAPage(String path) throws Exception {
    whole("/");
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void everyRequestNeedsTheToken() throws Exception {
    whole("/");
    for (String path :
        List.of(
            "/",
            "/?token=wrong",
            "/metrics",
            "/runs/1/run-a/report",
            "/compare",
            "/runs/1/run-a/ws")) {
      HttpRequest request = HttpRequest.newBuilder(base().resolve(path)).build();
      assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode())
          .as(path)
          .isEqualTo(401);
    }
    for (String path : List.of("/healthz", "/readyz")) {
      HttpRequest probe = HttpRequest.newBuilder(base().resolve(path)).build();
      assertThat(CLIENT.send(probe, BodyHandlers.ofString()).body()).as(path).isEqualTo("ok");
    }
    HttpRequest bearer =
        HttpRequest.newBuilder(base()).header("Authorization", "Bearer " + TOKEN).build();
    assertThat(CLIENT.send(bearer, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  @Test
  void metricsCountTheRuns() throws Exception {
    whole("/");

    assertThat(get("/metrics").body())
        .contains(
            "longhaul_process_version{command=\"web\",version=\"test\"} 1.0\n",
            "longhaul_web_runs{status=\"complete\"} 2.0\n",
            "longhaul_web_runs{status=\"in_progress\"} 0.0\n",
            "longhaul_web_live_views 0.0\n");
  }

  @Test
  void pagesOfOtherSitesAndOtherMethodsAreRejected() throws Exception {
    URI address = address("/");
    HttpRequest foreign =
        HttpRequest.newBuilder(address).header("Origin", "http://evil.example").build();
    assertThat(CLIENT.send(foreign, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    HttpRequest post =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.noBody()).build();
    assertThat(CLIENT.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    HttpResponse<String> page = get("/");
    assertThat(page.headers().firstValue("referrer-policy")).contains("no-referrer");
    assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "frame-ancestors 'none'");
  }

  @Test
  void aRunInProgressCannotBeStopped() throws Exception {
    lake.addUnfinished("run-c", 3);
    pageWith(body -> body.contains("run-c"));
    charts("run-c", 2);
    HttpRequest stop =
        HttpRequest.newBuilder(address("/runs/1/run-c/api/shutdown"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();

    assertThat(CLIENT.send(stop, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  /** Waits until the live view of a run has this newest slice. */
  private JsonNode charts(String run, int newest) throws Exception {
    JsonNode[] charts = new JsonNode[1];
    await(
        () -> {
          HttpResponse<String> response = get("/runs/1/" + run + "/api/charts");
          charts[0] = response.statusCode() == 200 ? MAPPER.readTree(response.body()) : null;
          return charts[0] != null && charts[0].path("newest").asInt(-1) == newest;
        });
    return charts[0];
  }

  private static List<String> runsIn(String page) {
    Matcher rows = ROW.matcher(page);
    return rows.results().map(row -> row.group(1)).toList();
  }

  /** Returns a page as soon as it has all runs. */
  private String whole(String path) throws Exception {
    String[] page = new String[1];
    await(
        () -> {
          page[0] = get(path).body();
          return !page[0].contains("are being read");
        });
    return page[0];
  }

  private String pageWith(Predicate<String> condition) throws Exception {
    String[] page = new String[1];
    await(
        () -> {
          page[0] = get("/").body();
          return condition.test(page[0]);
        });
    return page[0];
  }

  /** Returns a page as soon as it is computed. */
  private String computed(String path) throws Exception {
    whole("/");
    String[] page = new String[1];
    await(
        () -> {
          HttpResponse<String> response = get(path);
          page[0] = response.body();
          assertThat(response.statusCode()).as(page[0]).isEqualTo(200);
          return !page[0].contains("http-equiv=\"refresh\"");
        });
    return page[0];
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return CLIENT.send(HttpRequest.newBuilder(address(path)).build(), BodyHandlers.ofString());
  }

  private URI base() {
    return URI.create(server.url().replaceFirst("\\?.*", ""));
  }

  private URI address(String path) {
    return base().resolve(path + (path.contains("?") ? "&" : "?") + "token=" + TOKEN);
  }

  /** A condition that may throw. */
  private interface Condition {
    boolean isMet() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.isMet()) {
      assertThat(Instant.now()).isBefore(deadline);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
