package io.longhaul.cli.api;

import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import io.longhaul.wire.Health;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long NOW = RUN_START_EPOCH_NS + TimeUnit.SECONDS.toNanos(3);

  @TempDir Path folder;

  private final RunState state = ApiTestRun.state();

  private StateJson json() {
    return new StateJson(ApiTestRun.in(folder), state, () -> NOW, false);
  }

  @Test
  void progressBeforeTheLoadHasAStageAndNoPhase() throws IOException {
    state.generatorsPresent(2);

    assertThat(read(json().progress()))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"phases": {}, "workers": {"ready": 0, "total": 2}, "results_exported": false,
                 "system_state": "configuring", "stage": "preparing", "benchmark_id": "run-1",
                 "slices": 0, "slices_missing": 0, "warnings": []}
                """));
  }

  @Test
  void progressCombinesGeneratorAndSliceCounts() throws IOException {
    state.generatorsPresent(1);
    state.generatorsReady();
    state.warmupStarted();
    state.starting(RUN_START_EPOCH_NS);
    state.follow(
        () -> List.of(aLane("g0.w", true, true, 4, 0), aLane("g0.p", false, false, 50, 8)));
    state.finished(aSlice(0, 10, 20));
    state.warned("the disk is slow");

    JsonNode progress = read(json().progress());

    JsonNode profiling = progress.at("/phases/profiling");
    assertThat(profiling)
        .isEqualTo(
            MAPPER.readTree(
                """
                {"phase": "profiling", "phase_name": "profiling", "start_ns": 1800000000000000000,
                 "total_expected_requests": 100, "expected_duration_sec": 60.0,
                 "requests_sent": 50, "requests_completed": 42, "requests_in_flight": 8,
                 "requests_waiting": 1, "success_records": 2, "error_records": 1,
                 "requests_cancelled": 0, "elapsed_sec": 3.0,
                 "last_update_ns": 1800000003000000000}
                """));
    assertThat(progress.at("/phases/warmup/requests_completed").asInt()).isEqualTo(4);
    assertThat(progress.at("/phases/warmup/total_expected_requests").asInt()).isEqualTo(4);
    assertThat(progress.at("/workers/ready").asInt()).isEqualTo(1);
    assertThat(progress.path("system_state").asText()).isEqualTo("profiling");
    assertThat(progress.path("warnings").get(0).asText()).isEqualTo("the disk is slow");
  }

  @Test
  void lateUpdatesDoNotMoveTheStageBack() {
    state.loadEnded();
    state.stopping("5 consecutive requests failed");
    state.generatorsReady();

    assertThat(json().progress().path("stage").asText()).isEqualTo("counting");
    assertThat(json().progress().path("stop_condition").asText())
        .isEqualTo("5 consecutive requests failed");
  }

  @Test
  void metricsCoverAllSlicesInAiperfsFormat() {
    state.finished(aSlice(0, 10, 20));
    state.finished(aSlice(1, 30, 40));

    JsonNode metrics = json().metrics();

    assertThat(metrics.path("aiperf_version").asText()).isEqualTo("0.13.0");
    assertThat(metrics.path("benchmark_id").asText()).isEqualTo("run-1");
    assertThat(metrics.path("model").asText()).isEqualTo("b,a \"x\"");
    assertThat(metrics.path("endpoint_type").asText()).isEqualTo("chat");
    assertThat(metrics.path("streaming").isBoolean()).isTrue();
    assertThat(metrics.path("concurrency").asInt()).isEqualTo(8);
    assertThat(metrics.has("request_rate")).isFalse();
    assertThat(metrics.path("source").asText()).isEqualTo("slices");
    JsonNode latency = metrics.at("/metrics/request_latency");
    assertThat(latency.path("header").asText()).isEqualTo("Request Latency");
    assertThat(latency.path("unit").asText()).isEqualTo("ms");
    assertThat(latency.path("count").asInt()).isEqualTo(4);
    assertThat(latency.path("avg").asDouble()).isEqualTo(25.0);
    assertThat(latency.path("max").asDouble()).isEqualTo(40.0);
    assertThat(latency.path("p50").asDouble()).isCloseTo(20, within(6.0));
    assertThat(metrics.at("/metrics/request_count/avg").asInt()).isEqualTo(4);
    assertThat(metrics.at("/metrics/error_request_count/avg").asInt()).isEqualTo(2);
    assertThat(metrics.at("/metrics/request_throughput/avg").asDouble()).isEqualTo(2.0);
  }

  @Test
  void anUnreceivedSliceIsReportedAsMissing() {
    state.finished(aSlice(1, 10));
    state.finished(aSlice(4, 10));

    assertThat(json().metrics().path("slices").asInt()).isEqualTo(2);
    assertThat(json().metrics().path("slices_missing").asInt()).isEqualTo(3);
  }

  @Test
  void afterTheEndMetricsComeFromTheDocuments() {
    state.finished(aSlice(0, 10));
    state.resultsExported(
        List.of(
            new AiperfResult(
                "request_count",
                Metric.REQUEST_COUNT.header(),
                "requests",
                Map.of(Statistic.AVG, 7.0))));

    assertThat(json().metrics().path("source").asText()).isEqualTo("documents");
    assertThat(json().metrics().path("metrics").size()).isEqualTo(1);
    assertThat(json().metrics().at("/metrics/request_count/avg").asInt()).isEqualTo(7);
  }

  @Test
  void generatorsAreWorkersWithHealth() {
    state.follow(
        () ->
            List.of(
                aLane("g0.w", true, true, 4, 0),
                aLane("g0.p", false, false, 50, 8),
                aLane("g1.p", false, true, 30, 0)));

    JsonNode workers = json().workers().path("workers");

    assertThat(workers.at("/g0/worker_id").asText()).isEqualTo("g0");
    assertThat(workers.at("/g0/status").asText()).isEqualTo("healthy");
    assertThat(workers.at("/g0/task_stats/total").asInt()).isEqualTo(54);
    assertThat(workers.at("/g0/task_stats/completed").asInt()).isEqualTo(46);
    assertThat(workers.at("/g0/task_stats/in_progress").asInt()).isEqualTo(8);
    assertThat(workers.at("/g0/lanes/1/health/send_lag_p99_ms").asDouble()).isEqualTo(1.5);
    assertThat(workers.at("/g1/status").asText()).isEqualTo("idle");
    assertThat(json().workers().path("worker_groups").isEmpty()).isTrue();
  }

  @Test
  void generatorsAreReadyUntilTheyHaveEndedOrAreLost() {
    state.generatorsPresent(3);
    assertThat(json().progress().at("/workers/ready").asInt()).isZero();
    state.generatorsReady();
    assertThat(json().progress().at("/workers/ready").asInt()).isEqualTo(3);

    state.follow(() -> List.of(aLane("g0.w", true, true, 4, 0)));
    assertThat(json().progress().at("/workers/ready").asInt())
        .as("after its warm-up a generator waits")
        .isEqualTo(3);

    state.starting(RUN_START_EPOCH_NS);
    state.follow(
        () ->
            List.of(
                aLane("g0.p", false, false, 50, 8),
                aLane("g1.p", false, true, 30, 0),
                aLostLane("g2.p", 40, 33)));
    assertThat(json().progress().at("/workers/ready").asInt()).isEqualTo(1);
    assertThat(json().progress().at("/workers/total").asInt()).isEqualTo(3);
  }

  @Test
  void aLostGeneratorIsStaleWithNothingInFlightAndNoFurtherCompletions() {
    state.generatorsPresent(1);
    state.generatorsReady();
    state.starting(RUN_START_EPOCH_NS);
    state.follow(() -> List.of(aLostLane("g0.1.p", 40, 33), aLane("g0.2.p", false, false, 50, 8)));

    JsonNode worker = json().workers().at("/workers/g0");
    assertThat(worker.path("status").asText()).isEqualTo("stale");
    assertThat(worker.at("/task_stats/total").asInt()).isEqualTo(90);
    assertThat(worker.at("/task_stats/completed").asInt()).isEqualTo(33 + 42);
    assertThat(worker.at("/task_stats/in_progress").asInt()).isEqualTo(8);
    assertThat(worker.at("/lanes/0/lost").asBoolean()).isTrue();
    JsonNode profiling = json().progress().at("/phases/profiling");
    assertThat(profiling.path("requests_completed").asInt()).isEqualTo(33 + 42);
    assertThat(profiling.path("requests_in_flight").asInt()).isEqualTo(8);
  }

  @Test
  void aFailedRunContainsTheReason() throws IOException {
    state.generatorsReady();
    assertThat(state.isReady()).isTrue();
    state.failed("Kafka has ended");

    assertThat(state.isReady()).isFalse();
    assertThat(json().progress().path("stage").asText()).isEqualTo("failed");
    assertThat(json().progress().path("failure").asText()).isEqualTo("Kafka has ended");
    JsonNode results = json().results();
    assertThat(results.path("status").asText()).isEqualTo("failed");
    assertThat(results.path("failure").asText()).isEqualTo("Kafka has ended");
    assertThat(results.path("results").isNull()).isTrue();
  }

  @Test
  void theLatestServerMetricsAreListedByPageAndName() throws IOException {
    assertThat(json().serverMetrics().path("message").asText()).isNotEmpty();

    ServerSample first = aSample(aSeries("queue", 3.0), false);
    ServerSample second = aSample(aHistogram("wait"), true);
    state.sampled(first);
    state.sampled(second);
    state.sampled(aSample(aSeries("queue", 9.0), false));

    assertThat(read(json().serverMetrics()).at("/endpoint_summaries/http:~1~1s~1metrics"))
        .as("the newest whole reading")
        .isEqualTo(
            MAPPER.readTree(
                """
                {"endpoint_url": "http://s/metrics", "metrics": {
                  "queue": {"type": "gauge", "description": "how long", "series": [
                    {"labels": {"model": "m"}, "value": 3.0}]},
                  "wait": {"type": "histogram", "description": "", "series": [
                    {"labels": {}, "count": 4.0, "sum": 2.5}]}}}
                """));
  }

  @Test
  void theConfigurationHasNoHeaders() {
    assertThat(json().config().at("/endpoint/type").asText()).isEqualTo("chat");
    assertThat(json().config().toString()).doesNotContain("headers", "canary-4f1");
  }

  @Test
  void resultsAreTheSummaryOnceItIsWritten() throws IOException {
    assertThat(json().results().path("status").asText()).isEqualTo("running");
    assertThat(json().results().path("results").isNull()).isTrue();
    Files.writeString(
        ApiTestRun.in(folder).layout().profileJson(),
        "{\"was_cancelled\": true, \"is_complete\": true}");
    state.resultsExported(List.of());

    assertThat(json().results().path("status").asText()).isEqualTo("cancelled");
    assertThat(json().results().at("/results/is_complete").asBoolean()).isTrue();

    Files.writeString(ApiTestRun.in(folder).layout().profileJson(), "{\"is_complete\": false}");
    assertThat(json().results().path("status").asText()).isEqualTo("incomplete");
  }

  @Test
  void onlyTheRunsOwnDocumentsAreListed() throws IOException {
    Files.writeString(folder.resolve("profile_export_aiperf.json"), "{}");
    Files.writeString(folder.resolve("profile_export.2026-11-22T10.jsonl"), "{}\n");
    Files.writeString(folder.resolve("my-thesis.txt"), "mine");
    Files.writeString(folder.resolve("secret"), "a");
    Files.createSymbolicLink(folder.resolve("longhaul.json"), folder.resolve("secret"));
    Files.createDirectory(folder.resolve("logs"));

    assertThat(json().listOfFiles().path("files").isEmpty()).as("not written yet").isTrue();
    state.resultsExported(List.of());

    assertThat(read(json().listOfFiles()))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"files": [{"name": "profile_export.2026-11-22T10.jsonl", "size": 3},
                           {"name": "profile_export_aiperf.json", "size": 2}],
                 "ready": true, "processing": false, "partial": false, "failed_exporters": []}
                """));
  }

  @Test
  void sizeIsBoundedForLongRuns() {
    for (int i = 0; i < 10 * RunState.MAX_SLICES; i++) {
      state.finished(aSlice(i, 10));
      state.warned("warning " + i);
    }

    assertThat(state.newestSlices()).hasSize(RunState.MAX_SLICES);
    assertThat(state.newestSlices().get(0).path("slice").asInt())
        .isEqualTo(9 * RunState.MAX_SLICES);
    assertThat(state.warnings()).hasSize(RunState.MAX_WARNINGS).last().isEqualTo("warning 599");
    assertThat(json().metrics().at("/metrics/request_count/avg").asInt()).isEqualTo(600);
  }

  /** Parses the JSON as a client does. */
  private static JsonNode read(JsonNode json) throws IOException {
    return MAPPER.readTree(json.toString());
  }

  private static LiveLane aLane(
      String id, boolean warmup, boolean ended, long issued, long inFlight) {
    Health health = Health.newBuilder().setSendLagP99Ns(1_500_000L).build();
    String process = id.substring(0, id.indexOf('.'));
    return new LiveLane(
        id,
        process,
        warmup,
        ended,
        false,
        RUN_START_EPOCH_NS - 5,
        issued,
        issued - inFlight,
        inFlight,
        ended ? 0 : 1,
        health);
  }

  private static LiveLane aLostLane(String id, long issued, long completed) {
    String process = id.substring(0, id.indexOf('.'));
    return new LiveLane(
        id, process, false, false, true, RUN_START_EPOCH_NS, issued, completed, 0, 0, null);
  }

  private static ServerSample aSample(ServerSeries series, boolean last) {
    return ServerSample.newBuilder()
        .setAtNs(1)
        .setUncertaintyNs(1)
        .setUrl("http://s/metrics")
        .setSeries(List.of(series))
        .setLastPart(last)
        .build();
  }

  private static ServerSeries aSeries(String name, double value) {
    return ServerSeries.newBuilder()
        .setName(name)
        .setType("gauge")
        .setHelp("how long")
        .setLabels(Map.of("model", "m"))
        .setValue(value)
        .build();
  }

  private static ServerSeries aHistogram(String name) {
    return ServerSeries.newBuilder()
        .setName(name)
        .setType("histogram")
        .setHistogram(
            ServerHistogram.newBuilder()
                .setSum(2.5)
                .setCount(4.0)
                .setBucketBounds(List.of(Double.POSITIVE_INFINITY))
                .setBucketCounts(List.of(4.0))
                .build())
        .build();
  }
}
