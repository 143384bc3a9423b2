package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.KafkaCluster;
import io.longhaul.export.Distribution;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Tally;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.LiveSinks;
import io.longhaul.pipeline.ProfileJob;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** One run of some seconds, checked during the run, slice by slice, and replayed from its log. */
@TestInstance(Lifecycle.PER_CLASS)
class LakeIT {
  private static final Duration LONGEST_REPLAY = Duration.ofSeconds(90);

  /** Columns of a slice that are not additive; all other numbers are. */
  private static final Set<String> NOT_ADDITIVE =
      Set.of(
          "slice_index",
          "start_epoch_ns",
          "end_epoch_ns",
          "generator_lanes",
          "in_flight_max",
          "backlog_max",
          "loop_lag_max_ns",
          "pause_max_ns",
          "clock_error_max_ns");

  private static final Set<String> GPU_ADDITIVE =
      Set.of(
          "covered_ns",
          "samples",
          "gap_ns",
          "failed_scrapes",
          "energy_nanojoules",
          "integrated_power_nanojoules");

  /** A slice's distribution column and the request column from which it is computed. */
  private static final Map<Metric, String> COLUMNS =
      Map.of(
          Metric.TIME_TO_FIRST_TOKEN, "time_to_first_token_ns",
          Metric.TIME_TO_SECOND_TOKEN, "time_to_second_token_ns",
          Metric.INTER_TOKEN_LATENCY, "inter_token_latency_ps",
          Metric.REQUEST_LATENCY, "request_latency_ns",
          Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE, "time_to_first_token_from_schedule_ns",
          Metric.REQUEST_LATENCY_FROM_SCHEDULE, "request_latency_from_schedule_ns",
          Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER, "output_token_throughput_per_user_millionths",
          Metric.PREFILL_THROUGHPUT_PER_USER, "prefill_throughput_per_user_millionths",
          Metric.CLIENT_OVERHEAD, "client_overhead_ns",
          Metric.SEND_LAG, "send_lag_ns");

  private Path folder;
  private ExportLayout layout;
  private Lake lake;
  private String runId;
  private final List<Set<String>> seenWhileItRan = new ArrayList<>();

  @BeforeAll
  void run(@TempDir Path aFolder) throws Exception {
    folder = aFolder;
    layout = new ExportLayout(folder.resolve("out"));
    lake = new Lake(layout.lake());
    MockServerOptions server =
        MockServerOptions.builder()
            .timeToFirstToken("normal(30ms,10ms)")
            .interTokenLatency("normal(4ms,2ms)")
            .outputTokens("uniform(4,24)")
            .fault("every 15: status 503")
            .build();
    try (MockServer mock = MockServer.start(server);
        RunningProfile profile = RunningProfile.start(folder, arguments(mock))) {
      pollUntil(profile);
      assertThat(profile.exitStatus()).as(profile.err()).isZero();
    }
    runId = lake.runs().get(0);
  }

  private List<String> arguments(MockServer mock) {
    return List.of(
        "profile",
        "--model",
        "mock-model",
        "--tokenizer",
        "builtin",
        "--url",
        "http://127.0.0.1:" + mock.llmPort(),
        "--gpu-telemetry",
        "http://127.0.0.1:" + mock.dcgmPort() + "/metrics",
        "--streaming",
        "--isl",
        "32",
        "--request-rate",
        "30",
        "--benchmark-duration",
        "20",
        "--slice-duration",
        "1",
        "--warmup-request-count",
        "10",
        "--goodput",
        "time_to_first_token:40",
        "--rehearsal-requests",
        "100",
        "--artifact-dir",
        layout.folder().toString());
  }

  /** Polls once a second, as a dashboard would. */
  private void pollUntil(RunningProfile profile) throws Exception {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      while (profile.isRunning()) {
        if (!lake.files(Dataset.REQUESTS).isEmpty()) {
          seenWhileItRan.add(idsByDuckDb(duckdb));
        }
        profile.awaitEnd(Duration.ofSeconds(1));
      }
    }
  }

  private Set<String> idsByDuckDb(Connection duckdb) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT request_id FROM read_parquet('"
                    + layout.lake()
                    + "/requests/*.parquet')")) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
    }
    assertThat(ids).doesNotHaveDuplicates();
    return new HashSet<>(ids);
  }

  @Test
  void theLakeGrowsDuringTheRunAndNoRowDisappears() throws IOException {
    Set<String> atTheEnd = new HashSet<>();
    lake.forEach(Dataset.REQUESTS, runId, row -> atTheEnd.add(row.getRequestId()));

    int growths = 0;
    int last = 0;
    for (Set<String> seen : seenWhileItRan) {
      assertThat(atTheEnd).containsAll(seen);
      assertThat(seen.size()).isGreaterThanOrEqualTo(last);
      growths += seen.size() > last ? 1 : 0;
      last = seen.size();
    }
    assertThat(growths).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aCompactedLakeHasTheSameRowsAndTheSameFigures() throws IOException {
    ExportLayout compacted = new ExportLayout(folder.resolve("compacted"));

    assertThat(longhaul("compact", layout.folder().toString(), "--into", "" + compacted.folder()))
        .isZero();
    assertThat(longhaul("report", compacted.folder().toString())).isZero();

    for (Dataset<?> dataset : Dataset.ALL) {
      assertThat(RowHash.of(new Lake(compacted.lake()), dataset, runId))
          .as(dataset.name())
          .hasToString(RowHash.of(lake, dataset, runId).toString());
      assertThat(new Lake(compacted.lake()).files(dataset)).hasSizeLessThanOrEqualTo(1);
    }
    assertThat(compacted.profileCsv()).hasSameTextualContentAs(layout.profileCsv());
    assertThat(compacted.slicesJson()).hasSameTextualContentAs(layout.slicesJson());
  }

  private static int longhaul(String... words) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    return new Longhaul(new Terminal(nowhere, nowhere, false, false)).run(List.of(words));
  }

  @Test
  void everyAdditiveColumnOfTheSlicesSumsToTheTotal() throws IOException {
    SliceRow totals = lake.rows(Dataset.RUNS, runId).get(0).getTotals();
    List<SliceRow> slices = lake.rows(Dataset.SLICES, runId);
    assertThat(slices).extracting(SliceRow::getSliceIndex).doesNotHaveDuplicates();

    for (Schema.Field field : SliceRow.getClassSchema().getFields()) {
      if (field.schema().getType() == Schema.Type.LONG && !NOT_ADDITIVE.contains(field.name())) {
        long sum = slices.stream().mapToLong(slice -> (Long) slice.get(field.pos())).sum();
        assertThat(sum).as(field.name()).isEqualTo((Long) totals.get(field.pos()));
      }
    }
    assertThat(totals.getRequestsEnded()).isPositive();
    assertThat(totals.getHttpErrors()).isPositive();
    assertThat(totals.getOutputTokensArrived()).isPositive();
    assertThat(totals.getFinishedStop() + totals.getFinishedLength())
        .as("why answers ended")
        .isEqualTo(totals.getRequestsOk());
    assertThat(totals.getRepeatedPrompts()).as("some 600 requests, 100 prompts").isPositive();
  }

  @Test
  void gpuSlicesEndWithTheRunAndAddUpToTheCounterGrowth() throws IOException {
    RunRow run = lake.rows(Dataset.RUNS, runId).get(0);
    List<GpuSliceRow> slices = lake.rows(Dataset.GPU_SLICES, runId);
    List<GpuSampleRow> samples = lake.rows(Dataset.GPU_SAMPLES, runId);
    assertThat(run.getGpuTotals()).isNotEmpty();

    for (GpuSliceRow slice : slices) {
      assertThat(slice.getPowerWatts().getObservedNs() + slice.getGapNs())
          .isEqualTo(slice.getCoveredNs());
    }
    for (GpuSliceRow gpu : run.getGpuTotals()) {
      List<GpuSliceRow> ofGpu =
          slices.stream().filter(row -> row.getGpuUuid().equals(gpu.getGpuUuid())).toList();
      assertThat(ofGpu).hasSize(Math.toIntExact(run.getSlices()));
      for (Schema.Field field : GpuSliceRow.getClassSchema().getFields()) {
        if (GPU_ADDITIVE.contains(field.name())) {
          long sum = ofGpu.stream().mapToLong(row -> (Long) row.get(field.pos())).sum();
          assertThat(sum).as(field.name()).isEqualTo((Long) gpu.get(field.pos()));
        }
      }
      double counted =
          joulesAt(run.getRunEndEpochNs(), gpu, samples)
              - joulesAt(run.getRunStartEpochNs(), gpu, samples);
      assertThat(gpu.getEnergyNanojoules() / 1e9).isCloseTo(counted, within(1e-4));
    }
  }

  /** Interpolates the GPU's counter at a time between two samples. */
  private static double joulesAt(long epochNanos, GpuSliceRow gpu, List<GpuSampleRow> samples) {
    TreeMap<Long, Double> counter = new TreeMap<>();
    for (GpuSampleRow sample : samples) {
      if (sample.getGpuUuid().equals(gpu.getGpuUuid())) {
        counter.put(sample.getAtEpochNs(), sample.getEnergyJoules());
      }
    }
    Map.Entry<Long, Double> before = counter.floorEntry(epochNanos);
    Map.Entry<Long, Double> after = counter.ceilingEntry(epochNanos);
    if (before == null || after == null || before.getKey().equals(after.getKey())) {
      return before == null ? counter.firstEntry().getValue() : before.getValue();
    }
    double share = (double) (epochNanos - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  /** Warm-up and failed requests are no part of it: counters are read before and after the load. */
  @Test
  void theServersCountersMatchTheRequests() throws IOException {
    RunRow run = lake.rows(Dataset.RUNS, runId).get(0);
    List<RequestRow> answered =
        lake.rows(Dataset.REQUESTS, runId).stream()
            .filter(row -> row.getPhase().equals("profiling") && row.getOutcome().equals("ok"))
            .toList();
    double tokens =
        answered.stream().mapToInt(RequestRow::getUsageCompletionTokens).asDoubleStream().sum();
    JsonNode metrics =
        new ObjectMapper().readTree(layout.serverMetrics(".json").toFile()).path("metrics");

    assertThat(run.getServerPages()).hasSize(1);
    assertThat(run.getServerPages().get(0).getFailedScrapes()).isZero();
    assertThat(run.getServerPages().get(0).getScrapes()).isGreaterThan(20);
    assertThat(lake.rows(Dataset.SERVER_SAMPLES, runId))
        .allMatch(row -> row.getValue() != null || row.getHistogramCount() != null);
    assertThat(metrics.at("/vllm:generation_tokens/series/0/stats/total").doubleValue())
        .isEqualTo(tokens);
    assertThat(metrics.at("/vllm:time_to_first_token_seconds/series/0/stats/count").intValue())
        .isEqualTo(answered.size());
    double successes = 0;
    for (JsonNode series : metrics.at("/vllm:request_success/series")) {
      successes += series.at("/stats/total").doubleValue();
    }
    assertThat(successes).isEqualTo(answered.size());
  }

  @Test
  void serverSlicesAddUpAndFollowTheRequestsInFlight() throws SQLException {
    String slices = "'" + layout.serverSlices() + "'";
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      try (ResultSet sums =
          statement.executeQuery(
              "SELECT name, sum(grown) FILTER (WHERE slice_index >= 0), sum(grown) FILTER (WHERE"
                  + " slice_index = -1) FROM "
                  + slices
                  + " WHERE type = 'counter' GROUP BY name")) {
        int counters = 0;
        while (sums.next()) {
          counters++;
          assertThat(sums.getDouble(2)).isCloseTo(sums.getDouble(3), within(1e-6));
        }
        assertThat(counters).isGreaterThan(2);
      }
      try (ResultSet means =
          statement.executeQuery(
              "SELECT m.gauge.mean, r.totals.in_flight_request_ns / r.totals.covered_ns FROM "
                  + slices
                  + " AS m JOIN '"
                  + layout.lake()
                  + "/runs/*.parquet' AS r USING (run_id)"
                  + " WHERE m.name = 'vllm:num_requests_running' AND m.slice_index = -1")) {
        assertThat(means.next()).isTrue();
        assertThat(means.getDouble(1)).isCloseTo(means.getDouble(2), withinPercentage(50));
      }
    }
  }

  @Test
  void sliceMetricsEqualThoseOfTheRequests() throws IOException {
    Map<Long, Long> ended = new TreeMap<>();
    Map<Long, Long> good = new TreeMap<>();
    lake.forEach(
        Dataset.REQUESTS,
        runId,
        row -> {
          if (row.getPhase().equals("profiling")) {
            ended.merge(row.getSliceIndex(), 1L, Long::sum);
            good.merge(
                row.getSliceIndex(), Boolean.TRUE.equals(row.getGood()) ? 1L : 0L, Long::sum);
          }
        });

    for (SliceRow slice : lake.rows(Dataset.SLICES, runId)) {
      assertThat(slice.getRequestsEnded()).isEqualTo(ended.getOrDefault(slice.getSliceIndex(), 0L));
      assertThat(slice.getGoodRequests()).isEqualTo(good.getOrDefault(slice.getSliceIndex(), 0L));
    }
  }

  @Test
  void mergedDistributionsEqualThoseOfTheRequests() throws IOException {
    Map<Metric, io.longhaul.metrics.stats.Distribution> fromRequests = new HashMap<>();
    COLUMNS.keySet().forEach(metric -> fromRequests.put(metric, metric.newDistribution()));
    lake.forEach(Dataset.REQUESTS, runId, row -> addTo(fromRequests, row));

    SliceRow totals = lake.rows(Dataset.RUNS, runId).get(0).getTotals();
    COLUMNS.forEach(
        (metric, column) -> {
          io.longhaul.metrics.stats.Distribution expected = fromRequests.get(metric);
          assertThat(expected.isEmpty()).as(column).isFalse();
          assertThat(bytesOf(read(metric, (Distribution) totals.get(column))))
              .as(column)
              .isEqualTo(bytesOf(expected));
          assertThat(bytesOf(mergedSlices(metric, column)))
              .as("slices of " + column)
              .isEqualTo(bytesOf(expected));
        });
  }

  /** Returns the bytes of a distribution, which do not depend on the order of its values. */
  private static byte[] bytesOf(io.longhaul.metrics.stats.Distribution distribution) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      distribution.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void addTo(
      Map<Metric, io.longhaul.metrics.stats.Distribution> sketches, RequestRow row) {
    if (row.getPhase().equals("profiling")) {
      COLUMNS.forEach(
          (metric, column) -> {
            Object value = row.get(column);
            if (value != null) {
              sketches.get(metric).add(((Number) value).longValue());
            }
          });
    }
  }

  private io.longhaul.metrics.stats.Distribution mergedSlices(Metric metric, String column) {
    io.longhaul.metrics.stats.Distribution merged = metric.newDistribution();
    try {
      lake.forEach(
          Dataset.SLICES,
          runId,
          slice -> {
            if (slice.get(column) != null) {
              merged.merge(read(metric, (Distribution) slice.get(column)));
            }
          });
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return merged;
  }

  private static io.longhaul.metrics.stats.Distribution read(Metric metric, Distribution row) {
    Tally tally =
        Tally.of(
            row.getCount(),
            BigInteger.valueOf(row.getSum()),
            new BigInteger(bytes(row.getSumOfSquares())),
            row.getMin(),
            row.getMax());
    return io.longhaul.metrics.stats.Distribution.fromHdrHistogramBytes(
        bytes(row.getHistogram()), metric.unit().storedPerGridUnit(), tally);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void replayingTheLogGivesTheSameRowsAtEveryParallelism() throws Exception {
    Map<String, String> hashes = hashesOf(lake);
    Path again = Files.createDirectories(folder.resolve("again"));

    try (KafkaProcess broker = KafkaProcess.start(layout.log(), again.resolve("kafka.log"));
        EmbeddedFlink flink = EmbeddedFlink.start(again, 3)) {
      KafkaCluster kafka =
          new KafkaCluster(broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX));
      for (int parallelism = 1; parallelism <= 3; parallelism++) {
        Lake replayed = new Lake(again.resolve("lake-" + parallelism));
        replay(flink, kafka, replayed, parallelism);

        assertThat(hashesOf(replayed)).as("parallelism " + parallelism).isEqualTo(hashes);
      }
    }
  }

  private void replay(EmbeddedFlink flink, KafkaCluster kafka, Lake into, int parallelism)
      throws Exception {
    Files.createDirectories(into.folder());
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(
            JobConfiguration.of(
                JobConfiguration.uriOf(into.folder().resolveSibling("checkpoints-" + parallelism)),
                Duration.ofSeconds(1),
                1));
    new ProfileJob(
            LaneSources.kafka(kafka.kafka(), kafka.topics(), "replay"),
            new ParquetSinks(into.folder()),
            LiveSinks.NONE,
            parallelism)
        .build(environment);
    EmbeddedJob job = flink.submit(environment);
    long deadline = System.nanoTime() + LONGEST_REPLAY.toNanos();
    while (!holdsAllRows(into)) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
    }
    job.cancel().get();
  }

  private boolean holdsAllRows(Lake replayed) throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      if (replayed.count(dataset, runId) < lake.count(dataset, runId)) {
        return false;
      }
    }
    return true;
  }

  private Map<String, String> hashesOf(Lake rows) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      hashes.put(dataset.name(), RowHash.of(rows, dataset, runId).toString());
    }
    return hashes;
  }
}
