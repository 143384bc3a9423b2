package io.longhaul.report;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.servers.SeriesFigures;
import io.longhaul.report.servers.SeriesSlice;
import io.longhaul.report.servers.ServerFiguresFold;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares AIPerf's figures and files of server metrics with ours for the same readings. The folder
 * of its files is given by {@code -Dlonghaul.samples=…}; without it these tests are skipped.
 */
class AiperfServerMetricsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** AIPerf's phase began behind the second scrape of its file. */
  private static final long PHASE_START = 1795270113910000000L;

  private static final long SLICE = 500_000_000;

  /**
   * Scrapes without a change have no line in AIPerf's file, but count in its statistics: the last
   * one before the phase, one at its end, those of the idle time, and the last one of all. By the
   * scrape that they repeat; of the idle ones only the number is known.
   */
  private static final Map<Long, List<Long>> REPEATED =
      Map.of(
          1795270113896035736L,
          List.of(1795270113904815345L),
          1795270115956728113L,
          List.of(
              1795270115970000000L,
              1795270116290000000L,
              1795270116620000000L,
              1795270116950000000L,
              1795270117290000000L,
              1795270117620000000L,
              1795270117950765914L));

  @TempDir Path folder;
  private Path samples;
  private JsonNode theirs;

  @BeforeEach
  void theirFiles() throws IOException {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    samples = Path.of(place).resolve("full");
    theirs = MAPPER.readTree(samples.resolve("server_metrics_export.json").toFile());
  }

  @Test
  void statisticsOfAiperfsReadingsEqualThoseOfAiperf() throws IOException {
    ServerFiguresFold fold = new ServerFiguresFold(PHASE_START, SLICE);
    theirReadings(0).forEach(row -> fold.add(row.build()));

    int compared = 0;
    for (SeriesFigures ours : fold.finish().series()) {
      JsonNode twin = theirSeries(ours);
      assertSame(ours.statistics(), twin.path("stats"), ours.id().toString());
      assertThat(ours.buckets().size()).isEqualTo(twin.path("buckets").size());
      ours.buckets()
          .forEach(
              (bound, count) ->
                  assertThat(twin.path("buckets").path(bound).longValue()).isEqualTo(count));
      assertThat(ours.slices()).hasSameSizeAs(twin.path("timeslices"));
      for (int i = 0; i < ours.slices().size(); i++) {
        SeriesSlice slice = ours.slices().get(i);
        JsonNode sliceTwin = twin.path("timeslices").path(i);
        assertThat(slice.startEpochNanos()).isEqualTo(sliceTwin.path("start_ns").longValue());
        assertThat(slice.endEpochNanos()).isEqualTo(sliceTwin.path("end_ns").longValue());
        assertThat(slice.complete()).isEqualTo(!sliceTwin.has("is_complete"));
        for (Map.Entry<String, Number> figure : slice.figures().entrySet()) {
          assertThat(figure.getValue().doubleValue())
              .as(ours.id() + " " + i + " " + figure.getKey())
              .isEqualTo(sliceTwin.path(figure.getKey()).doubleValue(), within(1e-12));
        }
      }
      compared += ours.statistics().size();
    }
    assertThat(compared).isGreaterThan(70);
  }

  private static void assertSame(Map<String, Number> ours, JsonNode theirs, String series) {
    assertThat(ours.keySet()).as(series).containsExactlyElementsOf(names(theirs));
    ours.forEach(
        (statistic, value) ->
            assertThat(value.doubleValue())
                .as(series + " " + statistic)
                .isEqualTo(
                    theirs.path(statistic).doubleValue(),
                    within(1e-9 * Math.max(1, Math.abs(value.doubleValue())))));
  }

  @Test
  void filesHaveTheFormatOfAiperf() throws Exception {
    ExportLayout ours = ourFiles();
    JsonNode mine = MAPPER.readTree(ours.serverMetrics(".json").toFile());
    List<String> known = names(theirs);
    known.remove("warmup_metrics"); // our sampler's lane begins with the load

    assertThat(names(mine)).isEqualTo(known);
    assertThat(names(mine.path("summary"))).isEqualTo(names(theirs.path("summary")));
    assertThat(names(mine.at("/summary/endpoint_info").elements().next()))
        .isEqualTo(names(theirs.at("/summary/endpoint_info").elements().next()));
    List<String> metrics = names(theirs.path("metrics"));
    metrics.remove("vllm:cache_config_info"); // not among the readings of their JSONL
    assertThat(names(mine.path("metrics"))).isEqualTo(metrics);
    for (String metric : metrics) {
      JsonNode my = mine.path("metrics").path(metric);
      JsonNode their = theirs.path("metrics").path(metric);
      assertThat(names(my)).isEqualTo(names(their));
      assertThat(my.path("unit")).isEqualTo(their.path("unit"));
      assertThat(my.path("series")).hasSameSizeAs(their.path("series"));
      assertThat(names(my.at("/series/0"))).isEqualTo(names(their.at("/series/0")));
      assertThat(names(my.at("/series/0/timeslices/0")))
          .isEqualTo(names(their.at("/series/0/timeslices/0")));
    }
  }

  @Test
  void theCsvFileHasTheLinesOfAiperf() throws Exception {
    List<String> known = csvOf(samples.resolve("server_metrics_export.csv"));
    List<String> mine = csvOf(ourFiles().serverMetrics(".csv"));

    int infos = known.indexOf("Endpoint,Metric,Key,Value,Description");
    assertThat(mine.subList(0, 6))
        .filteredOn(line -> !line.contains("benchmark_id"))
        .isSubsetOf(known);
    assertThat(mine.subList(6, mine.size()).stream().map(AiperfServerMetricsTest::words).toList())
        .isEqualTo(
            known.subList(6, infos - 1).stream().map(AiperfServerMetricsTest::words).toList());
  }

  /** A line without its figures, which are those of other times. */
  private static String words(String line) {
    return line.replaceAll("-?\\d+(\\.\\d+)?(?=[,;]|$)", "#");
  }

  private static List<String> csvOf(Path file) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains("\r\n").startsWith("# AIPerf Server Metrics Export (CSV)\n");
    return text.lines().toList();
  }

  @Test
  void linesOfScrapesHaveTheMembersOfAiperf() throws Exception {
    List<String> known = Files.readAllLines(samples.resolve("server_metrics_export.jsonl"));
    List<String> mine = Files.readAllLines(ourFiles().serverMetrics(".jsonl"));

    assertThat(mine).as("a scrape without a change has no line").hasSameSizeAs(known);
    List<String> members = names(MAPPER.readTree(known.get(2)));
    members.remove("first_byte_ns"); // we note when a scrape began and when it ended
    assertThat(names(MAPPER.readTree(mine.get(2)))).isEqualTo(members);
    for (int i = 0; i < mine.size(); i++) {
      assertThat(MAPPER.readTree(mine.get(i)).path("metrics"))
          .isEqualTo(MAPPER.readTree(known.get(i)).path("metrics"));
    }
  }

  @Test
  void theParquetFileHasTheColumnsAndFiguresOfAiperf() throws Exception {
    Path mine = ourFiles().serverMetrics(".parquet");
    Path known = samples.resolve("server_metrics_export.parquet");
    List<String> columns =
        query(
            "select name || ' ' || type || ' ' || coalesce(repetition_type, '') || ' ' ||"
                + " coalesce(logical_type, '') from parquet_schema('%s') where name <> 'schema'",
            known);
    columns.removeIf(column -> column.startsWith("block_size") || column.startsWith("cache_dtype"));

    assertThat(
            query(
                "select name || ' ' || type || ' ' || coalesce(repetition_type, '') || ' ' ||"
                    + " coalesce(logical_type, '') from parquet_schema('%s') where name <>"
                    + " 'schema'",
                mine))
        .isEqualTo(columns);
    String figures =
        """
        select metric_name || ' ' || coalesce(finished_reason, '') || ' ' || coalesce(bucket_le, '')
          || ' ' || coalesce(max(value), 0) || ' ' || coalesce(max(sum), 0) || ' '
          || coalesce(max(count), 0) || ' ' || coalesce(max(bucket_count), 0)
        from '%s' where metric_name not like '%%_info' group by metric_name, finished_reason, bucket_le
        order by 1\
        """;
    assertThat(query(figures, mine)).isEqualTo(query(figures, known)).hasSizeGreaterThan(20);
    List<String> keys = query("select decode(key) from parquet_kv_metadata('%s') order by 1", mine);
    keys.removeIf(key -> !key.startsWith("aiperf."));
    assertThat(query("select decode(key) from parquet_kv_metadata('%s')", known)).containsAll(keys);
    assertThat(keys).hasSizeGreaterThan(12);
  }

  private static List<String> query(String sql, Path file) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet rows = statement.executeQuery(sql.formatted(file))) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  /** A run of ours whose server reported the same as AIPerf's. */
  private ExportLayout ourFiles() throws IOException {
    FakePipeline run =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(aRequest("run", "a", 0, 400))
            .configuredBy(
                """
                {"input_config": {"server_metrics": {"enabled": true, "urls": [],
                  "formats": ["json", "csv", "jsonl", "parquet"]}}}\
                """);
    theirReadings(at(0) - PHASE_START).forEach(run::with);
    Lake lake = run.finished(at(4_100));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);
    return layout;
  }

  private JsonNode theirSeries(SeriesFigures ours) {
    for (JsonNode series : theirs.path("metrics").path(ours.id().aiperfName()).path("series")) {
      Map<String, String> labels = new TreeMap<>();
      series
          .path("labels")
          .properties()
          .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
      if (labels.equals(ours.id().labels())) {
        return series;
      }
    }
    throw new AssertionError("AIPerf has no series " + ours.id());
  }

  private List<ServerSampleRow.Builder> theirReadings(long shiftNanos) throws IOException {
    List<ServerSampleRow.Builder> rows = new ArrayList<>();
    for (String line : Files.readAllLines(samples.resolve("server_metrics_export.jsonl"))) {
      JsonNode scrape = MAPPER.readTree(line);
      long at = scrape.path("timestamp_ns").longValue();
      rows.addAll(readings(scrape, at + shiftNanos));
      for (long again : REPEATED.getOrDefault(at, List.of())) {
        rows.addAll(readings(scrape, again + shiftNanos));
      }
    }
    return rows;
  }

  private List<ServerSampleRow.Builder> readings(JsonNode scrape, long at) {
    List<ServerSampleRow.Builder> rows = new ArrayList<>();
    scrape
        .path("metrics")
        .properties()
        .forEach(
            metric -> {
              for (JsonNode sample : metric.getValue()) {
                rows.add(reading(metric.getKey(), sample, at));
              }
            });
    return rows;
  }

  private ServerSampleRow.Builder reading(String name, JsonNode sample, long at) {
    JsonNode metric = theirs.path("metrics").path(name);
    Map<String, String> labels = new HashMap<>();
    sample.path("labels").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
    List<Double> bounds = new ArrayList<>();
    List<Double> counts = new ArrayList<>();
    sample
        .path("buckets")
        .properties()
        .forEach(
            bucket -> {
              bounds.add(
                  bucket.getKey().equals("+Inf")
                      ? Double.POSITIVE_INFINITY
                      : Double.parseDouble(bucket.getKey()));
              counts.add(bucket.getValue().doubleValue());
            });
    return ServerSampleRow.newBuilder()
        .setRunId("run")
        .setLaneId("s0")
        .setAtEpochNs(at)
        .setUncertaintyNs(1_000_000)
        .setUrl("http://127.0.0.1:8000/metrics")
        .setSliceIndex(0)
        .setHoldsUntilEpochNs(at + 1_000_000_000L)
        .setName(name)
        .setType(metric.path("type").textValue())
        .setHelp(metric.path("description").textValue())
        .setLabels(labels)
        .setValue(sample.has("value") ? sample.path("value").doubleValue() : null)
        .setHistogramSum(sample.has("sum") ? sample.path("sum").doubleValue() : null)
        .setHistogramCount(sample.has("count") ? sample.path("count").doubleValue() : null)
        .setBucketBounds(bounds)
        .setBucketCounts(counts);
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
