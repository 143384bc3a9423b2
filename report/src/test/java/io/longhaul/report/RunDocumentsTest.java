package io.longhaul.report;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.RunGenerator;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.ReportOptions;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.report.longhaul.StartCommand;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.RejectionReason;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDocumentsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final StartCommand COMMAND =
      new StartCommand("run", List.of("profile", "--model", "m"), "/home", Set.of("Authorization"));

  private static final String CONFIGURATION =
      """
      {"input_config": {"models": {"items": [{"name": "m"}]},
        "datasets": [{"name": "main", "random_seed": 7}],
        "slos": {"request_latency": 500.0}},
       "cli_command": "longhaul profile -m 'm'",
       "plan": {"request_count": 5}}\
      """;

  @TempDir Path folder;

  @Test
  void theSameRowsGiveTheSameBytes() throws IOException {
    Lake lake = aRun().finished(at(4000));
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");

    RunDocuments.write(
        RunReport.read(lake, "run"), lake, new ExportLayout(first), ExportLevel.RECORDS);
    RunDocuments.write(
        RunReport.read(lake, "run"), lake, new ExportLayout(second), ExportLevel.RECORDS);

    List<Path> documents = documents(new ExportLayout(first));
    assertThat(documents).allSatisfy(document -> assertThat(document).isNotEmptyFile());
    for (Path document : documents) {
      assertThat(second.resolve(document.getFileName())).hasSameBinaryContentAs(document);
    }
    try (var files = Files.list(first)) {
      assertThat(files).containsExactlyInAnyOrderElementsOf(documents);
    }
  }

  @Test
  void hiddenLinesOfAKilledProcessAreDeletedBeforeTheLinesAreWritten() throws IOException {
    Lake lake = aRun().finished(at(4000));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Files.createDirectories(layout.recordsJsonl().resolve("in the way"));
    Path hidden = layout.folder().resolve(".profile_export.jsonl.ahead-0");
    Files.writeString(hidden, "left");

    assertThatThrownBy(
            () ->
                RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS))
        .isInstanceOf(IOException.class);

    assertThat(hidden).doesNotExist();
  }

  @Test
  void theProfileDescribesTheRunInAiperfsFormat() throws IOException {
    JsonNode profile = profile(aRun().finished(at(4000)));

    assertThat(profile.path("schema_version").textValue()).isEqualTo("1.4");
    assertThat(profile.path("aiperf_version").textValue()).isEqualTo("0.13.0");
    assertThat(profile.path("benchmark_id").textValue()).isEqualTo("run");
    assertThat(profile.at("/request_count/avg").doubleValue()).isEqualTo(4);
    assertThat(profile.at("/request_throughput/avg").doubleValue()).isEqualTo(1);
    assertThat(profile.at("/run_info/random_seed").intValue()).isEqualTo(7);
    assertThat(profile.at("/run_info/cli_command").textValue())
        .isEqualTo("longhaul profile -m 'm'");
    assertThat(profile.at("/input_config/models/items/0/name").textValue()).isEqualTo("m");
    assertThat(profile.path("is_complete").booleanValue()).isTrue();
    assertThat(profile.has("incomplete_reason")).isFalse();
    assertThat(profile.path("start_time").textValue()).isEqualTo("2026-01-02T03:04:05.000000");
    assertThat(profile.path("error_summary"))
        .isEqualTo(
            MAPPER.readTree(
                """
                [{"error_details":
                   {"code": 503, "type": "Service Unavailable", "message": "busy"},
                  "count": 1}]\
                """));
  }

  @Test
  void responsesWithoutContentAreErrorsEvenInOlderLogs() throws IOException {
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(
                anError("run", "new", 100, 300)
                    .setOutcome("protocol_error")
                    .setStatus(200)
                    .setReason("no_content")
                    .setMessage("It begins: x"))
            .with(anError("run", "old", 100, 300).setOutcome("ok").setStatus(200).setReason(null))
            .finished(at(1000));

    JsonNode errors = profile(lake).path("error_summary");
    assertThat(errors).hasSize(2);
    assertThat(errors)
        .allSatisfy(
            error -> {
              assertThat(error.at("/error_details/type").textValue())
                  .isEqualTo("InvalidInferenceResultError");
              assertThat(error.path("error_details").has("code")).isFalse();
            });
  }

  @Test
  void aResponseOfOneChunkHasAnInterTokenLatencyOnlyInAiperfsFiles() throws IOException {
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(
                aRequest("run", "one", 100, 500)
                    .setChunkAfterStartNs(List.of(400_000_000L))
                    .setChunkTokens(List.of(8))
                    .setChunkReads(List.of(0))
                    .setOutputTokens(8)
                    .setOutputSequenceLength(8)
                    .setTimeToFirstTokenNs(400_000_000L)
                    .setTimeToSecondTokenNs(null)
                    .setInterTokenLatencyPs(null)
                    .setOutputTokenThroughputPerUserMillionths(null))
            .finished(at(1000));

    assertThat(profile(lake).at("/inter_token_latency/count").longValue()).isEqualTo(1);
    assertThat(profile(lake).at("/inter_token_latency/avg").doubleValue()).isZero();
    assertThat(longhaul(lake).path("metrics").has("inter_token_latency")).isFalse();
    assertThat(longhaul(lake).path("metrics").has("request_latency")).isTrue();
  }

  @Test
  void theProfileContainsOnlyMetricsOfAiperf() throws IOException {
    JsonNode profile = profile(aRun().finished(at(4000)));

    assertThat(profile.has("time_to_first_token_from_schedule")).isFalse();
    assertThat(profile.has("arrived_token_throughput")).isFalse();
    assertThat(profile.has("min_request_timestamp")).isFalse();
  }

  @Test
  void gpusAreGroupedByExporter() throws IOException {
    JsonNode profile = profile(aRun().finished(at(4000)));

    JsonNode gpu =
        profile.path("telemetry_data").path("endpoints").path("127.0.0.1:9400").at("/gpus/gpu_0");
    assertThat(gpu.path("gpu_uuid").textValue()).isEqualTo("GPU-1");
    assertThat(gpu.path("platform").textValue()).isEqualTo("nvidia");
    assertThat(gpu.at("/metrics/nvidia_power_usage/avg").doubleValue()).isEqualTo(150);
    assertThat(gpu.at("/metrics/nvidia_energy_consumption/avg").doubleValue()).isEqualTo(0.0003);
    assertThat(profile.at("/nvidia_total_gpu_energy/avg").doubleValue()).isEqualTo(300);
    assertThat(profile.at("/nvidia_average_gpu_power/avg").doubleValue()).isEqualTo(75);
    assertThat(profile.at("/nvidia_energy_per_request/avg").doubleValue()).isEqualTo(75);
    assertThat(profile.at("/telemetry_data/summary/end_time").textValue())
        .isEqualTo("2026-01-02T03:04:09.666000");
  }

  @Test
  void gpusOfOneIndexDoNotOverwriteEachOther() throws IOException {
    JsonNode profile =
        profile(
            aRun()
                .with(aGpuSample("run", 500, 100, 1100).setGpuUuid("GPU-2"))
                .with(aGpuSample("run", 500, 100, 1100).setMigInstance("1"))
                .finished(at(4000)));

    assertThat(profile.at("/telemetry_data/endpoints/127.0.0.1:9400/gpus").fieldNames())
        .toIterable()
        .containsExactly("gpu_0", "gpu_0_GPU-1_1", "gpu_0_GPU-2");
  }

  @Test
  void longhaulJsonNamesTheMethodOfEveryDistribution() throws IOException {
    JsonNode metrics = longhaul(aRun().finished(at(4000))).path("metrics");

    assertThat(metrics.at("/request_latency/method").textValue()).isEqualTo("exact");
    assertThat(metrics.at("/request_latency/p99_9").isNumber()).isTrue();
    assertThat(metrics.at("/time_to_first_token_from_schedule/ours").booleanValue()).isTrue();
    metrics.forEach(
        metric ->
            assertThat(metric.has("p50")).as(metric.toString()).isEqualTo(metric.has("method")));
  }

  @Test
  void plannedRequestsAreAccountedFor() throws IOException {
    JsonNode accounting = longhaul(aRun().finished(at(4000))).path("accounting");

    assertThat(accounting.path("planned").intValue()).isEqualTo(6);
    assertThat(accounting.path("issued").intValue()).isEqualTo(5);
    assertThat(accounting.path("not_issued").intValue()).isEqualTo(1);
    assertThat(accounting.path("ok").intValue()).isEqualTo(4);
    assertThat(accounting.path("error").intValue()).isEqualTo(1);
    assertThat(accounting.path("exact").booleanValue()).isTrue();
    assertThat(accounting.path("balanced").booleanValue()).isTrue();
  }

  @Test
  void possibleRequestsOfALostLaneAreAnIntervalWithItsReason() throws IOException {
    JsonNode accounting = longhaul(aRun().losingItsLane().finished(at(4000))).path("accounting");

    assertThat(accounting.path("planned").intValue()).isEqualTo(6);
    assertThat(accounting.path("issued").intValue()).isEqualTo(5);
    assertThat(accounting.path("issued_at_most").intValue()).isEqualTo(6);
    assertThat(accounting.path("not_issued").intValue()).isZero();
    assertThat(accounting.path("not_issued_at_most").intValue()).isEqualTo(1);
    assertThat(accounting.path("exact").booleanValue()).isFalse();
    assertThat(accounting.has("balanced")).as("unknown").isFalse();
    assertThat(accounting.path("unknown").intValue()).isZero();
    assertThat(accounting.path("unknown_at_most").intValue()).isEqualTo(1);
    assertThat(accounting.path("unknown_because"))
        .extracting(JsonNode::textValue)
        .containsExactly(
            "lane g0.1.0.p was lost (silent for 30 s);"
                + " the log has its requests up to 1.0 s of the run");
  }

  @Test
  void eventsAheadOfKafkasClockAreCountedByLane() throws IOException {
    String ahead = RejectionReason.AHEAD_OF_KAFKA + ": … is 75.0 min ahead of the append time";
    JsonNode status =
        longhaul(
                aRun()
                    .rejecting("g1.1.0.p", 3, ahead)
                    .rejecting("g0.1.0.p", 4, ahead)
                    .rejecting("g0.1.0.p", 5, ahead)
                    .rejecting("g2.1.0.p", 6, "Cannot place record: its lane has ended")
                    .finished(at(4000)))
            .path("status");

    assertThat(status.path("complete").booleanValue()).isFalse();
    assertThat(status.path("incomplete_because"))
        .extracting(JsonNode::textValue)
        .containsExactly(
            "lane g0.1.0.p has 2 events more than an hour ahead of Kafka's clock, in the dataset"
                + " rejected (set the clocks of its machine and of the brokers)",
            "lane g1.1.0.p has 1 event more than an hour ahead of Kafka's clock, in the dataset"
                + " rejected (set the clocks of its machine and of the brokers)");
  }

  @Test
  void generatorsAreOrderedByNumber() throws IOException {
    JsonNode generators =
        longhaul(
                aRun()
                    .carriedBy(generator("g10"), generator("g1"), generator("g0"), generator("g2"))
                    .finished(at(4000)))
            .path("generators");

    assertThat(generators)
        .extracting(generator -> generator.path("process_id").textValue())
        .containsExactly("g0", "g1", "g2", "g10");
  }

  private static RunGenerator generator(String name) {
    return new RunGenerator(name, "generator of " + name, "host", "0.1.0", 0L, 0L);
  }

  @Test
  void withoutANumberOfRequestsThereIsNoUpperBoundForALostLane() throws IOException {
    JsonNode accounting =
        longhaul(aRun().losingItsLane().limitedByTime().finished(at(4000))).path("accounting");

    assertThat(accounting.path("issued").intValue()).isEqualTo(5);
    assertThat(accounting.has("issued_at_most")).isFalse();
    assertThat(accounting.path("unknown").intValue()).isZero();
    assertThat(accounting.has("unknown_at_most")).isFalse();
    assertThat(accounting.path("exact").booleanValue()).isFalse();
  }

  @Test
  void aRunWithoutASummaryHasNoNumberOfPlannedRequests() throws IOException {
    FakePipeline pipeline = aRun();
    JsonNode longhaul = longhaul(pipeline.crashedAfter(pipeline.slicesUpTo(at(2000))));

    assertThat(longhaul.at("/status/complete").booleanValue()).isFalse();
    assertThat(longhaul.at("/status/has_summary").booleanValue()).isFalse();
    assertThat(longhaul.at("/status/incomplete_because/0").textValue())
        .contains("figures end at 2026-01-02T03:04:07Z");
    assertThat(longhaul.path("accounting").has("planned")).isFalse();
    assertThat(longhaul.path("accounting").has("balanced")).isFalse();
    assertThat(longhaul.at("/accounting/accounted").intValue()).isEqualTo(4);
  }

  @Test
  void runJsonReplacesTheMissingSummaryOfACrashedRun() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Files.createDirectories(layout.folder());
    DeclaredRun declared =
        new DeclaredRun("run", "1.2", CONFIGURATION, 5, "client_tokenizer", "chat", true, false);
    DeclaredRunJson.write(
        declared,
        new RequestedExports(layout, ExportLevel.RECORDS, false, Optional.empty()),
        inFolder(layout),
        COMMAND);
    assertThat(DeclaredRunJson.read(layout, "another")).isEmpty();
    Optional<DeclaredRun> read = DeclaredRunJson.read(layout, "run");
    FakePipeline pipeline = aRun();
    Lake crashed = pipeline.crashedAfter(pipeline.slicesUpTo(at(2000)));

    RunDocuments.write(
        RunReport.read(crashed, "run", read, ReportOptions.NONE),
        crashed,
        layout,
        ExportLevel.RECORDS);
    JsonNode longhaul = MAPPER.readTree(Files.readString(layout.longhaulJson()));
    JsonNode aiperfs = MAPPER.readTree(Files.readString(layout.profileJson()));
    JsonNode whole = longhaul(aRunElsewhere().finished(at(4000)));
    assertThat(longhaul.path("configuration")).isEqualTo(whole.path("configuration")).isNotEmpty();
    assertThat(longhaul.at("/goodput/slos")).isEqualTo(whole.at("/goodput/slos")).isNotEmpty();
    assertThat(longhaul.at("/run/token_source")).isEqualTo(whole.at("/run/token_source"));
    assertThat(longhaul.at("/status/incomplete_because")).hasSize(1);
    assertThat(aiperfs.path("input_config")).isNotEmpty();
  }

  @Test
  void withoutRunJsonTheReportListsWhatIsUnknown() throws IOException {
    FakePipeline pipeline = aRun();
    JsonNode longhaul = longhaul(pipeline.crashedAfter(pipeline.slicesUpTo(at(2000))));

    assertThat(longhaul.at("/status/incomplete_because/1").textValue())
        .startsWith("its command, configuration, SLOs")
        .contains("run.json");
  }

  private static RunLake inFolder(ExportLayout layout) {
    return RunLake.of(layout, Optional.empty(), Optional.of("run"));
  }

  @Test
  void runJsonLeadsToTheLakeOfSeveralRuns() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Files.createDirectories(layout.folder());
    assertThat(DeclaredRunJson.lakeOf(layout).lake().folder()).isEqualTo(layout.lake());
    RunLake shared = RunLake.of(layout, Optional.of(folder.resolve("shared")), Optional.of("run"));

    DeclaredRunJson.write(
        new DeclaredRun("run", "1.2", CONFIGURATION, 5, "client_tokenizer", "chat", true, false),
        new RequestedExports(layout, ExportLevel.RECORDS, false, Optional.empty()),
        shared,
        COMMAND);
    new FakePipeline(shared.lake().folder(), "another").finished(at(4000));

    assertThat(DeclaredRunJson.lakeOf(layout)).isEqualTo(shared);
    assertThat(shared.lake().runs()).containsExactly("another");
    assertThat(shared.runs()).as("of the folder").isEmpty();
    new FakePipeline(shared.lake().folder(), "run").finished(at(4000));
    assertThat(shared.runs()).containsExactly("run");
  }

  @Test
  void runJsonContainsTheExportsThatAnotherProcessThenWrites() throws IOException {
    ExportLayout layout =
        new ExportLayout(
            folder, "nightly", Set.of(OptionalExport.GENAI_PERF, OptionalExport.HTTP_TRACE));
    TableSettings tables =
        new TableSettings(
            new TableCatalog.Settings("https://catalog:8181", "c", "soaks", Optional.empty()),
            Duration.ofHours(2));
    RequestedExports exports =
        new RequestedExports(layout, ExportLevel.SUMMARY, true, Optional.of(tables));
    DeclaredRunJson.write(
        new DeclaredRun("run", "1.2", CONFIGURATION, 5, "client_tokenizer", "chat", true, false),
        exports,
        inFolder(layout),
        COMMAND);

    assertThat(DeclaredRunJson.exportsIn(folder)).contains(exports);
    assertThat(DeclaredRunJson.commandIn(folder)).contains(COMMAND);
    assertThat(DeclaredRunJson.exportsIn(folder.resolve("elsewhere"))).isEmpty();
    assertThat(DeclaredRunJson.commandIn(folder.resolve("elsewhere"))).isEmpty();
    Files.writeString(layout.runJson(), "{\"run_id\": \"run\"}");
    assertThat(DeclaredRunJson.commandIn(folder)).as("of an older version").isEmpty();
    assertThat(DeclaredRunJson.exportsIn(folder))
        .as("of an older version")
        .contains(
            new RequestedExports(
                new ExportLayout(folder), ExportLevel.RECORDS, false, Optional.empty()));
    Files.writeString(layout.runJson(), "{\"exports\": {\"level\": \"everything\"}}");
    assertThatThrownBy(() -> DeclaredRunJson.exportsIn(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this version does not know the export everything");
  }

  @Test
  void anInvalidRunJsonIsReported() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.runJson(), "{\"run_id\": ");

    assertThatThrownBy(() -> DeclaredRunJson.read(layout, "run"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.json: it is not JSON");
  }

  @Test
  void untrustedSlicesAreListed() throws IOException {
    JsonNode quality = longhaul(aRun().finished(at(4000))).path("quality");

    assertThat(quality.path("slices").intValue()).isEqualTo(4);
    assertThat(quality.path("slices_trusted").intValue()).isEqualTo(3);
    assertThat(quality.path("untrusted_slices"))
        .isEqualTo(
            MAPPER.readTree("[{\"slice\": 1, \"distrust\": [\"the generator paused 0.2 s\"]}]"));
    assertThat(quality.path("distrust"))
        .isEqualTo(
            MAPPER.readTree(
                "[{\"reason\": \"the generator paused 0.2 s\", \"slices\": 1,"
                    + " \"first_slices\": [1], \"periods\": 1,"
                    + " \"first_periods\": [{\"from_seconds\": 1.0, \"until_seconds\": 2.0}]}]"));
  }

  @Test
  void slicesAreAlignedToTheStartOfTheRunAndNoneIsOmitted() throws IOException {
    JsonNode slices = written(aRun().finished(at(4000))).slices();

    assertThat(slices.path("percentiles").textValue()).isEqualTo("histogram");
    assertThat(slices.path("slices")).hasSize(4);
    JsonNode second = slices.at("/slices/1");
    assertThat(second.path("start").textValue()).isEqualTo("2026-01-02T03:04:06Z");
    assertThat(second.path("requests_ended").intValue()).isEqualTo(3);
    assertThat(second.path("error_requests").intValue()).isEqualTo(1);
    assertThat(second.path("request_throughput").doubleValue()).isEqualTo(2);
    assertThat(second.at("/metrics/request_latency/max").doubleValue()).isEqualTo(600);
    assertThat(second.at("/gpus/0/power_watts/mean").doubleValue()).isEqualTo(200);
    assertThat(second.at("/energy/joules_per_request").doubleValue()).isEqualTo(100);
    assertThat(second.at("/energy/valid").booleanValue()).isTrue();
    JsonNode empty = slices.at("/slices/2");
    assertThat(empty.has("energy")).as("no GPU was seen").isFalse();
    assertThat(empty.path("requests_ended").intValue()).isZero();
    assertThat(empty.path("metrics")).isEmpty();
  }

  @Test
  void labelSetsAreReportedOverTheWholeRun() throws IOException {
    JsonNode labels =
        longhaul(
                aRun()
                    .with(aRequest("run", "f", 2000, 2800).setModel("n"))
                    .slicedByModel()
                    .finished(at(4000)))
            .path("labels");

    assertThat(labels).hasSize(2);
    assertThat(labels.at("/0/label_set").textValue()).isEqualTo("model=m");
    assertThat(labels.at("/0/requests_ended").intValue()).isEqualTo(5);
    assertThat(labels.at("/0/errors")).hasSize(1);
    assertThat(labels.at("/1/label_set").textValue()).isEqualTo("model=n");
    assertThat(labels.at("/1/requests_ok").intValue()).isEqualTo(1);
    assertThat(labels.at("/1/request_throughput").doubleValue()).isEqualTo(0.25);
    assertThat(labels.at("/1/metrics/request_latency/max").doubleValue()).isEqualTo(800);
    assertThat(longhaul(aRunElsewhere().finished(at(4000))).has("labels")).isFalse();
  }

  @Test
  void errorsHaveTheirFirstAndLastTimeAndSomeRequests() throws IOException {
    FakePipeline run = aRun().with(anError("run", "f", 3100, 3200));
    Lake lake = run.finished(at(4000));
    JsonNode documents = written(lake).slices();

    JsonNode ofSlice = documents.at("/slices/1/errors/0");
    assertThat(ofSlice.path("reason").textValue()).isEqualTo("Service Unavailable");
    assertThat(ofSlice.path("count").intValue()).isEqualTo(1);
    assertThat(ofSlice.path("first").textValue()).isEqualTo("2026-01-02T03:04:06.301Z");
    assertThat(ofSlice.path("last")).isEqualTo(ofSlice.path("first"));
    assertThat(ofSlice.path("sample_request_ids").path(0).textValue()).isEqualTo("e");

    JsonNode ofRun = longhaul(lake).at("/errors/0");
    assertThat(ofRun.path("count").intValue()).isEqualTo(2);
    assertThat(ofRun.path("first").textValue()).isEqualTo("2026-01-02T03:04:06.301Z");
    assertThat(ofRun.path("last").textValue()).isEqualTo("2026-01-02T03:04:08.200Z");
    assertThat(ofRun.path("sample_request_ids")).hasSize(2);
  }

  @Test
  void contentChecksAreReportedPerSliceAndForTheRun() throws IOException {
    Lake lake = aRun().finished(at(4000));

    JsonNode ofRun = longhaul(lake).path("content");
    assertThat(ofRun.at("/finish_reasons/stop").intValue()).isEqualTo(4);
    assertThat(ofRun.path("output_tokens_asked").intValue()).isEqualTo(12);
    assertThat(ofRun.path("repeated_prompt_share").doubleValue()).isZero();
    assertThat(ofRun.has("cached_token_share")).as("usage is unknown").isFalse();
    JsonNode slices = written(aRunElsewhere().finished(at(4000))).slices();
    assertThat(slices.at("/slices/1/content/finish_reasons/stop").intValue()).isEqualTo(2);
    assertThat(slices.at("/slices/2/content/finish_reasons/stop").intValue()).isZero();
  }

  @Test
  void theStatusContainsAStopConditionOnlyIfItHeld() throws IOException {
    assertThat(longhaul(aRun().finished(at(4000))).path("status").has("stop_condition")).isFalse();
    assertThat(
            longhaul(aRunElsewhere().stoppedBecause("too many failed").finished(at(4000)))
                .at("/status/stop_condition")
                .textValue())
        .isEqualTo("too many failed");
  }

  @Test
  void anEmptyConfigurationIsAccepted() throws IOException {
    for (String nothing : List.of("{}", "", "null", "no json", "[]", "{\"input_config\": null}")) {
      Path lake = folder.resolve("lake" + nothing.hashCode());
      JsonNode profile =
          profile(
              new FakePipeline(lake, "run")
                  .with(aRequest("run", "a", 0, 400))
                  .configuredBy(nothing)
                  .finished(at(1000)));

      assertThat(profile.has("input_config")).as(nothing).isFalse();
      assertThat(profile.at("/run_info/trial").intValue()).isZero();
      assertThat(profile.path("run_info").has("cli_command")).isFalse();
    }
  }

  @Test
  void everyMemberIsWrittenOnce() throws IOException {
    ObjectMapper strict =
        new ObjectMapper()
            .enable(
                com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake = aRun().finished(at(4000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);

    for (Path document :
        List.of(
            layout.profileJson(),
            layout.timeslicesJson(),
            layout.longhaulJson(),
            layout.slicesJson())) {
      assertThat(strict.readTree(Files.readString(document)).isObject()).isTrue();
    }
  }

  @Test
  void aPrefixReplacesTheStartOfAiperfsNames() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"), "foo");

    Lake lake = aRun().finished(at(4000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);

    assertThat(folder.resolve("out/foo.json")).exists();
    assertThat(folder.resolve("out/foo.csv")).exists();
    assertThat(folder.resolve("out/foo.jsonl")).exists();
    assertThat(folder.resolve("out/foo_timeslices.csv")).exists();
    assertThat(folder.resolve("out/foo_gpu_telemetry.jsonl")).exists();
    assertThat(folder.resolve("out/longhaul.json")).exists();
  }

  @Test
  void everyGpuSampleIsALineInOrderOfTime() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        aRun().with(aGpuSample("run", 2500, 210, 1500).setPowerWatts(null)).finished(at(4000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);

    List<String> lines = Files.readAllLines(layout.gpuTelemetryJsonl());
    assertThat(lines)
        .extracting(line -> MAPPER.readTree(line).path("timestamp_ns").longValue())
        .containsExactly(at(-500), at(500), at(1500), at(2500));
    assertThat(MAPPER.readTree(lines.get(1)))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"gpu_index": 0, "gpu_uuid": "GPU-1", "gpu_model_name": "NVIDIA H200",
                 "device": "nvidia0", "hostname": "node1", "platform": "nvidia",
                 "timestamp_ns": %d, "telemetry_source_url": "http://127.0.0.1:9400/metrics",
                 "telemetry_data": {"nvidia_power_usage": 100.0,
                   "nvidia_energy_consumption": 0.0011, "nvidia_gpu_utilization": 80.0,
                   "nvidia_memory_used": 1.048576, "nvidia_temperature": 55.0}}\
                """
                    .formatted(at(500))));
    assertThat(MAPPER.readTree(lines.get(3)).path("telemetry_data").has("nvidia_power_usage"))
        .as("unknown values are omitted")
        .isFalse();
  }

  @Test
  void atLevelSummaryThereIsNoFileOfRequests() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake = aRun().finished(at(4000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);

    assertThat(layout.recordsJsonl()).doesNotExist();
    assertThat(layout.profileJson()).exists();
  }

  @Test
  void aRequestedGpuFieldIsInEveryFileOfAiperf() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy(
                """
                {"gpu_metrics": [
                  {"dcgm_name": "DCGM_FI_DEV_SM_CLOCK", "key": "nvidia_sm_clock",
                   "header": "SM Clock Frequency", "unit": "MHz", "kind": "gauge"},
                  {"dcgm_name": "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
                   "key": "nvidia_pcie_replay_counter", "header": "PCIe Retries",
                   "unit": "count", "kind": "counter"}]}\
                """)
            .with(aRequest("run", "a", 0, 400))
            .with(aGpuSample("run", 100, 90, 0).setOther(clockAndRetries(1980, 3)))
            .with(aGpuSample("run", 300, 90, 0).setOther(clockAndRetries(1000, 8)))
            .finished(at(1000));
    ReportOptions options = RunReportOptions.of(lake, "run", Optional.empty());

    RunDocuments.write(
        RunReport.read(lake, "run", Optional.empty(), options), lake, layout, ExportLevel.SUMMARY);

    List<String> lines = Files.readAllLines(layout.gpuTelemetryJsonl());
    assertThat(MAPPER.readTree(lines.get(0)).at("/telemetry_data/nvidia_sm_clock").doubleValue())
        .isEqualTo(1980);
    assertThat(lines.get(1)).endsWith("\"nvidia_pcie_replay_counter\":8.0}}");
    JsonNode metrics =
        MAPPER
            .readTree(layout.profileJson().toFile())
            .at("/telemetry_data/endpoints")
            .findPath("metrics");
    assertThat(metrics.at("/nvidia_sm_clock/unit").textValue()).isEqualTo("MHz");
    assertThat(metrics.at("/nvidia_sm_clock/avg").doubleValue()).isEqualTo(1490);
    assertThat(metrics.path("nvidia_pcie_replay_counter"))
        .isEqualTo(MAPPER.readTree("{\"unit\": \"count\", \"avg\": 5.0}"));
    assertThat(layout.profileCsv())
        .content()
        .contains("SM Clock Frequency (MHz),1490.00,1000.00", "PCIe Retries (count),5.00");
  }

  @Test
  void withARoundTripThereAreNetworkAdjustedLatencies() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy(
                """
                {"input_config": {"network_latency": {"enabled": true, "mean_ms": 150.5}}}\
                """)
            .with(aRequest("run", "a", 0, 400))
            .with(aRequest("run", "b", 100, 200))
            .finished(at(1000));
    ReportOptions options = RunReportOptions.of(lake, "run", Optional.empty());

    RunReport report = RunReport.read(lake, "run", Optional.empty(), options);
    RunDocuments.write(report, lake, layout, ExportLevel.SUMMARY);

    JsonNode summary = MAPPER.readTree(layout.profileJson().toFile());
    JsonNode adjusted = summary.path("network_adjusted_request_latency");
    assertThat(adjusted.path("max").doubleValue()).isEqualTo(400 - 150.5);
    assertThat(adjusted.path("min").doubleValue()).as("never below nothing").isZero();
    assertThat(adjusted.path("sum").doubleValue()).isEqualTo(400 - 150.5);
    assertThat(adjusted.has("count")).as("AIPerf counts none").isFalse();
    assertThat(summary.path("network_adjusted_time_to_first_token").isObject()).isTrue();
    assertThat(summary.path("network_rtt"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"unit": "ms", "avg": 150.5, "p1": 150.5, "p5": 150.5, "p10": 150.5, "p25": 150.5,
                 "p50": 150.5, "p75": 150.5, "p90": 150.5, "p95": 150.5, "p99": 150.5,
                 "min": 150.5, "max": 150.5, "std": 0.0, "sum": 150.5}\
                """));
    assertThat(layout.profileCsv()).content().contains("Network RTT (ms),150.50,");
    JsonNode slice = MAPPER.readTree(layout.timeslicesJson().toFile()).at("/timeslices/0");
    assertThat(slice.at("/network_rtt/avg").doubleValue()).isEqualTo(150.5);
    assertThat(slice.at("/network_adjusted_request_latency/max").doubleValue()).isEqualTo(249.5);
    assertThat(MAPPER.readTree(layout.longhaulJson().toFile()).at("/metrics/network_rtt/avg"))
        .isNotNull();
  }

  @Test
  void aMeasuredRoundTripIsTheMeanOfSuccessfulHandshakes() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy(
                """
                {"input_config": {"network_latency": {"enabled": true, "ping_interval": 0.5}}}\
                """)
            .with(aRequest("run", "a", 0, 400))
            .with(aHandshake(100, 40, null))
            .with(aHandshake(200, 5000, "Connection refused"))
            .with(aHandshake(300, 60, null))
            .finished(at(1000));

    RunReport report =
        RunReport.read(
            lake, "run", Optional.empty(), RunReportOptions.of(lake, "run", Optional.empty()));
    List<String> remarks = RunDocuments.write(report, lake, layout, ExportLevel.SUMMARY);

    JsonNode summary = MAPPER.readTree(layout.profileJson().toFile());
    assertThat(summary.at("/network_rtt/avg").doubleValue()).isEqualTo(50);
    assertThat(summary.at("/network_adjusted_request_latency/avg").doubleValue()).isEqualTo(350);
    assertThat(remarks)
        .containsExactly("Of 3 handshakes with server:8000, 1 failed (Connection refused)");
    List<String> lines = Files.readAllLines(layout.networkLatencyJsonl());
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"timestamp_ns\":%d,\"target_url\":\"http://server:8000\",\"target_host\":\"server\","
                    .formatted(at(60))
                + "\"target_port\":8000,\"probe_type\":\"tcp_connect\",\"rtt_ns\":40000000,"
                + "\"success\":true}");
    assertThat(lines.get(1))
        .endsWith(
            "\"success\":false,\"error\":{\"type\":\"ConnectException\","
                + "\"message\":\"Connection refused\",\"cause_chain\":[\"ConnectException\"]}}")
        .doesNotContain("rtt_ns");
  }

  @Test
  void withoutASuccessfulHandshakeOnlyARemarkIsReported() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy("{\"input_config\": {\"network_latency\": {\"enabled\": true}}}")
            .with(aRequest("run", "a", 0, 400))
            .with(aHandshake(100, 40, "Connection refused"))
            .finished(at(1000));

    RunReport report =
        RunReport.read(
            lake, "run", Optional.empty(), RunReportOptions.of(lake, "run", Optional.empty()));

    assertThat(report.statistics().distributions().keySet())
        .noneMatch(metric -> metric.kind() == Metric.Kind.NETWORK);
    assertThat(RunDocuments.write(report, lake, layout, ExportLevel.SUMMARY))
        .contains("Network-adjusted latencies are missing: the network round trip is not known");
  }

  private static HandshakeRow aHandshake(long atMillis, long tookMillis, String failure) {
    return HandshakeRow.newBuilder()
        .setRunId("run")
        .setLaneId("s0.1.0")
        .setAtEpochNs(at(atMillis))
        .setTookNs(tookMillis * 1_000_000)
        .setSliceIndex(0)
        .setUrl("http://server:8000")
        .setHost("server")
        .setPort(8000)
        .setErrorType(failure == null ? null : "ConnectException")
        .setErrorMessage(failure)
        .build();
  }

  @Test
  void withoutARoundTripThereAreNoNetworkMetrics() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, "run").with(aRequest("run", "a", 0, 400)).finished(at(1000)),
            "run");

    assertThat(report.statistics().distributions().keySet())
        .noneMatch(metric -> metric.kind() == Metric.Kind.NETWORK);
  }

  private static Map<String, Double> clockAndRetries(double clock, double retries) {
    return Map.of("DCGM_FI_DEV_SM_CLOCK", clock, "DCGM_FI_DEV_PCIE_REPLAY_COUNTER", retries);
  }

  @Test
  void withoutGpusThereIsNoGpuFile() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(aRequest("run", "a", 0, 400))
            .finished(at(1000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);

    assertThat(layout.gpuTelemetryJsonl()).doesNotExist();
  }

  private FakePipeline aRun() {
    return aRun("lake");
  }

  private FakePipeline aRunElsewhere() {
    return aRun("another-lake");
  }

  private FakePipeline aRun(String lake) {
    return new FakePipeline(folder.resolve(lake), "run")
        .with(aRequest("run", "a", 0, 400).setGood(true))
        .with(aRequest("run", "b", 900, 1500).setGood(false))
        .with(aRequest("run", "c", 1000, 1200).setGood(true))
        .with(anError("run", "e", 1300, 1301))
        .with(aRequest("run", "d", 3100, 3300).setGood(true))
        .with(aGpuSample("run", -500, 90, 1000))
        .with(aGpuSample("run", 500, 100, 1100))
        .with(aGpuSample("run", 1500, 200, 1300))
        .with(aGpuSlice("run", 0, 100))
        .with(aGpuSlice("run", 1, 200))
        .configuredBy(CONFIGURATION);
  }

  private record Documents(JsonNode profile, JsonNode longhaul, JsonNode slices) {}

  private Documents written(Lake lake) throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);
    return new Documents(
        MAPPER.readTree(Files.readString(layout.profileJson())),
        MAPPER.readTree(Files.readString(layout.longhaulJson())),
        MAPPER.readTree(Files.readString(layout.slicesJson())));
  }

  private JsonNode profile(Lake lake) throws IOException {
    return written(lake).profile();
  }

  private JsonNode longhaul(Lake lake) throws IOException {
    return written(lake).longhaul();
  }

  private static List<Path> documents(ExportLayout layout) {
    return List.of(
        layout.profileJson(),
        layout.profileCsv(),
        layout.timeslicesJson(),
        layout.timeslicesCsv(),
        layout.gpuTelemetryJsonl(),
        layout.recordsJsonl(),
        layout.longhaulJson(),
        layout.slicesJson(),
        layout.reportHtml(),
        layout.verdicts());
  }
}
