package io.longhaul.report;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.report.aiperf.AiperfShapesTest;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares our files with those of AIPerf. The folder of the samples is given by {@code
 * -Dlonghaul.samples=…}; without it these tests are skipped, and {@link AiperfShapesTest} alone
 * holds the shapes.
 */
class AiperfSamplesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;
  private Path samples;
  private ExportLayout ours;

  @BeforeEach
  void aRunLikeTheSamples() throws IOException {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    samples = Path.of(place);
    ours = new ExportLayout(folder.resolve("out"));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(usage(aRequest("run", "a", 0, 400).setGood(true)))
            .with(usage(aRequest("run", "b", 900, 1500).setGood(false)))
            .with(anError("run", "e", 1300, 1301))
            .with(usage(aRequest("run", "w", -900, -400).setPhase("warmup")))
            .with(aGpuSample("run", 500, 100, 1100))
            .with(aGpuSample("run", 1500, 200, 1300))
            .warmedUpBy(1)
            .finished(at(2000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, ours, ExportLevel.RECORDS);
  }

  private static io.longhaul.export.RequestRow.Builder usage(
      io.longhaul.export.RequestRow.Builder request) {
    return request
        .setUsagePromptTokens(9)
        .setUsageCompletionTokens(2)
        .setUsageCachedTokens(4)
        .setUsageTotalTokens(11);
  }

  @Test
  void keysAreInTheOrderOfAiperf() throws IOException {
    JsonNode mine = MAPPER.readTree(Files.readString(ours.profileJson()));
    for (String sample : List.of("full", "err")) {
      JsonNode theirs = sample(sample, "profile_export_aiperf.json");
      List<String> common = fixed(theirs);
      common.retainAll(names(mine));
      List<String> inMyOrder = names(mine);
      inMyOrder.retainAll(common);

      assertThat(inMyOrder).as(sample).containsExactlyElementsOf(common);
      assertThat(common).as(sample).hasSizeGreaterThan(20);
    }
  }

  @Test
  void aSampleOfAGpuHasTheKeysOfAiperf() throws IOException {
    JsonNode theirs = firstLine(samples.resolve("full/gpu_telemetry_export.jsonl"));
    JsonNode mine = firstLine(ours.gpuTelemetryJsonl());
    List<String> known = names(theirs);
    List<String> data = names(theirs.path("telemetry_data"));

    assertThat(known).containsSubsequence(names(mine));
    assertThat(data).containsSubsequence(names(mine.path("telemetry_data")));
  }

  @Test
  void recordsHaveTheMembersOfAiperfsRecordsInOrder() throws IOException {
    Set<String> known = new HashSet<>();
    for (JsonNode line : theirRecords()) {
      known.addAll(names(line.path("metrics")));
    }
    for (JsonNode line : records(ours.recordsJsonl())) {
      boolean warmup = line.at("/metadata/phase_kind").textValue().equals("warmup");
      JsonNode twin =
          theirRecords().stream()
              .filter(their -> names(their).containsAll(names(line)))
              .filter(their -> warmup == !their.path("metadata").has("profiling_index"))
              .filter(their -> their.has("error") == line.has("error"))
              .findFirst()
              .orElseThrow();
      List<String> membersOfTwin = names(twin);
      membersOfTwin.remove("trace_data"); // requested by its own option
      List<String> metadataOfTwin = names(twin.path("metadata"));
      if (line.has("error")) { // when the head of the answer came AIPerf does not say
        metadataOfTwin.add(metadataOfTwin.indexOf("request_end_ns"), "request_ack_ns");
        assertThat(names(line.path("error"))).isEqualTo(names(twin.path("error")));
      }
      assertThat(names(line)).isEqualTo(membersOfTwin);
      assertThat(names(line.path("metadata"))).isEqualTo(metadataOfTwin);
      assertThat(known).containsAll(names(line.path("metrics")));
    }
  }

  @Test
  void theTraceOfAnExchangeHasTheMembersOfAiperfInOrder() throws IOException {
    ExportLayout traced =
        new ExportLayout(
            folder.resolve("traced"),
            ExportLayout.DEFAULT_PREFIX,
            EnumSet.of(OptionalExport.HTTP_TRACE));
    Lake lake = new Lake(folder.resolve("lake"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, traced, ExportLevel.RECORDS);
    JsonNode theirs = firstLine(samples.resolve("full/profile_export.jsonl"));
    JsonNode mine = firstLine(traced.recordsJsonl());

    assertThat(names(mine)).isEqualTo(names(theirs));
    List<String> trace = names(mine.path("trace_data"));
    trace.remove("connection_reused_ns"); // their first request made a connection
    assertThat(names(theirs.path("trace_data"))).containsSubsequence(trace);
    assertThat(trace).hasSizeGreaterThan(15);
  }

  /** Metrics of a request that only AIPerf has; docs/metrics.md states the reasons. */
  @Test
  void everyMetricOfAnAiperfRecordIsInOurRecords() throws IOException {
    Set<String> mine = new HashSet<>();
    for (JsonNode line : records(ours.recordsJsonl())) {
      mine.addAll(names(line.path("metrics")));
    }
    for (JsonNode line : theirRecords()) {
      List<String> missing = names(line.path("metrics"));
      missing.removeAll(mine);
      // The run of this test has no reasoning.
      missing.removeAll(List.of("reasoning_token_count", "usage_reasoning_tokens"));

      assertThat(missing).isEmpty();
    }
  }

  @Test
  void aMetricOfARecordHasTheSameUnitAndTheSameKindOfNumber() throws IOException {
    Map<String, JsonNode> theirs = new HashMap<>();
    for (JsonNode line : theirRecords()) {
      for (String name : names(line.path("metrics"))) {
        theirs.put(name, line.path("metrics").path(name));
      }
    }
    for (JsonNode line : records(ours.recordsJsonl())) {
      for (String name : names(line.path("metrics"))) {
        JsonNode metric = line.path("metrics").path(name);
        assertThat(names(metric)).containsExactly("value", "unit");
        assertThat(metric.path("unit")).as(name).isEqualTo(theirs.get(name).path("unit"));
        assertThat(metric.path("value").getNodeType())
            .as(name)
            .isEqualTo(theirs.get(name).path("value").getNodeType());
      }
    }
  }

  private List<JsonNode> theirRecords() throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (String sample : List.of("full", "err", "reason", "single", "multi", "nostream")) {
      records.addAll(records(samples.resolve(sample).resolve("profile_export.jsonl")));
    }
    return records;
  }

  private static List<JsonNode> records(Path file) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      records.add(MAPPER.readTree(line));
    }
    return records;
  }

  private static JsonNode firstLine(Path file) throws IOException {
    return MAPPER.readTree(Files.readAllLines(file).get(0));
  }

  @Test
  void aMetricHasTheSameUnitAndStatistics() throws IOException {
    JsonNode mine = MAPPER.readTree(Files.readString(ours.profileJson()));
    int compared = 0;
    for (String sample : List.of("full", "err")) {
      JsonNode theirs = sample(sample, "profile_export_aiperf.json");
      for (String name : names(mine)) {
        if (mine.path(name).has("unit") && theirs.has(name)) {
          List<String> expected = names(theirs.path(name));
          if (name.startsWith("adj_")) { // which of them are finite depends on the share of errors
            expected.retainAll(names(mine.path(name)));
          }
          assertThat(names(mine.path(name))).as(name).isEqualTo(expected);
          assertThat(mine.path(name).path("unit"))
              .as(name)
              .isEqualTo(theirs.path(name).path("unit"));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(150);
  }

  @Test
  void everyMetricThatWeWriteIsOneOfAiperf() throws IOException {
    List<String> theirs = names(sample("full", "profile_export_aiperf.json"));
    theirs.addAll(names(sample("err", "profile_export_aiperf.json")));

    assertThat(theirs).containsAll(names(MAPPER.readTree(Files.readString(ours.profileJson()))));
  }

  /** What AIPerf exports of its runs and we do not; docs/metrics.md says why. */
  @Test
  void everyMetricOfAiperfThatIsRecordedIsWritten() throws IOException {
    List<String> mine = names(MAPPER.readTree(Files.readString(ours.profileJson())));
    for (String sample : List.of("full", "err", "reason", "single", "multi", "cancel")) {
      JsonNode theirs = sample(sample, "profile_export_aiperf.json");
      List<String> missing = names(theirs);
      missing.removeIf(name -> !theirs.path(name).has("unit") || mine.contains(name));
      missing.removeAll(
          List.of(
              "nvidia_energy_per_user",
              // The run of this test has no reasoning.
              "reasoning_token_count",
              "total_reasoning_tokens",
              "usage_reasoning_tokens",
              "total_usage_reasoning_tokens",
              "usage_reasoning_tokens_diff_pct"));

      assertThat(missing).as(sample).isEmpty();
    }
  }

  @Test
  void errorsTelemetryAndRunInfoHaveTheSameMembers() throws IOException {
    JsonNode mine = MAPPER.readTree(Files.readString(ours.profileJson()));
    JsonNode full = sample("full", "profile_export_aiperf.json");
    JsonNode err = sample("err", "profile_export_aiperf.json");

    assertThat(names(mine.at("/error_summary/0"))).isEqualTo(names(err.at("/error_summary/0")));
    assertThat(names(mine.at("/error_summary/0/error_details")))
        .isEqualTo(names(err.at("/error_summary/0/error_details")));
    assertThat(names(mine.at("/telemetry_data/summary")))
        .isEqualTo(names(full.at("/telemetry_data/summary")));
    JsonNode myGpu = mine.path("telemetry_data").path("endpoints").elements().next();
    JsonNode theirGpu = full.path("telemetry_data").path("endpoints").elements().next();
    assertThat(names(myGpu.at("/gpus/gpu_0"))).isEqualTo(names(theirGpu.at("/gpus/gpu_0")));
    JsonNode myMetrics = myGpu.at("/gpus/gpu_0/metrics");
    JsonNode theirMetrics = theirGpu.at("/gpus/gpu_0/metrics");
    for (String name : names(myMetrics)) {
      assertThat(names(myMetrics.path(name))).as(name).isEqualTo(names(theirMetrics.path(name)));
    }
  }

  @Test
  void timeslicesHaveTheSameMembers() throws IOException {
    JsonNode mine = MAPPER.readTree(Files.readString(ours.timeslicesJson()));
    JsonNode theirs = sample("err", "profile_export_aiperf_timeslices.json");
    JsonNode myFirst = mine.at("/timeslices/0");
    JsonNode theirFirst = theirs.at("/timeslices/0");

    assertThat(names(myFirst)).startsWith("start_ns", "end_ns");
    for (String name : names(myFirst)) {
      if (theirFirst.has(name) && !name.startsWith("adj_")) {
        assertThat(names(myFirst.path(name))).as(name).isEqualTo(names(theirFirst.path(name)));
      }
    }
    assertThat(names(myFirst)).doesNotContain("effective_latency", "credit_to_start_latency");
  }

  @Test
  void theCsvFilesHaveTheSameHeadAndNames() throws IOException {
    List<String> mine = lines(Files.readString(ours.profileCsv()));
    List<String> theirs =
        lines(Files.readString(samples.resolve("full/profile_export_aiperf.csv")));
    List<String> errors = lines(Files.readString(samples.resolve("err/profile_export_aiperf.csv")));
    List<String> known = new ArrayList<>(firstCells(theirs));
    known.addAll(firstCells(errors));

    assertThat(mine.get(0)).isEqualTo(theirs.get(0));
    assertThat(known).containsAll(firstCells(mine.subList(0, mine.indexOf("Metric,Value"))));
    assertThat(theirs).contains(gpuHead(mine));
    assertThat(lines(Files.readString(ours.timeslicesCsv())).get(0))
        .isEqualTo(
            lines(Files.readString(samples.resolve("full/profile_export_aiperf_timeslices.csv")))
                .get(0));
  }

  private static String gpuHead(List<String> csv) {
    return csv.stream().filter(line -> line.startsWith("Endpoint,")).findFirst().orElseThrow();
  }

  private static List<String> firstCells(List<String> lines) {
    return lines.stream().map(line -> line.split(",", -1)[0]).toList();
  }

  private static List<String> lines(String csv) {
    assertThat(csv.replace("\r\n", "")).doesNotContain("\n");
    return List.of(csv.split("\r\n", -1));
  }

  /** The keys before those that AIPerf writes in any order. */
  private static List<String> fixed(JsonNode profile) {
    List<String> names = names(profile);
    int last = Math.max(names.indexOf("end_time"), names.indexOf("warmup_metrics"));
    return new ArrayList<>(names.subList(0, last + 1));
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private JsonNode sample(String name, String file) throws IOException {
    return MAPPER.readTree(Files.readString(samples.resolve(name).resolve(file)));
  }
}
