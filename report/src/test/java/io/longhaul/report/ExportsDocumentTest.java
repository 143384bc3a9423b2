package io.longhaul.report;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.aServerSample;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.ServerPage;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.verify.Check;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/exports.md} describes all rows and documents. Its queries run, and those of {@code
 * docs/annotated-report.md} and {@code docs/lake.md}.
 */
class ExportsDocumentTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\|(?: ([^|]+) \\|)? [^|]+ \\|");
  private static final Pattern LAKE_CELL =
      Pattern.compile(
          "\\| `[a-z0-9_]+` \\|.*\\| (?:record|list|aggregate|derived).* \\| ([RS] .*) \\|");
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;
  private final String document = document("exports.md");

  @Test
  void everyDatasetHasASectionThatRefersToItsColumns() {
    assertThat(document)
        .contains(
            Dataset.ALL.stream()
                .map(dataset -> "[Columns](schema.md#%s)".formatted(dataset.name()))
                .toList());
    assertThat(document.lines())
        .containsAll(Dataset.ALL.stream().map(dataset -> "### " + dataset.name()).toList());
  }

  /** The last cell of a metric's row: R or S, or both, and the column there. */
  @Test
  void everyColumnInTheListOfMetricsExists() {
    Map<String, Schema> datasets =
        Map.of("R", RequestRow.getClassSchema(), "S", SliceRow.getClassSchema());
    List<String> named = new ArrayList<>();
    document("metrics.md")
        .lines()
        .map(LAKE_CELL::matcher)
        .filter(Matcher::matches)
        .flatMap(row -> Pattern.compile("; ").splitAsStream(row.group(1)))
        .forEach(
            place -> {
              Matcher column = Pattern.compile("([RS ]+) `([a-z0-9_]+)`.*").matcher(place);
              assertThat(column.matches()).as(place).isTrue();
              for (String dataset : List.of(column.group(1).split(" ", -1))) {
                assertThat(datasets.get(dataset).getField(column.group(2))).as(place).isNotNull();
                named.add(column.group(2));
              }
            });

    assertThat(named).hasSizeGreaterThan(40);
  }

  @Test
  void everyMemberOfOurDocumentsIsDescribed() throws IOException {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    Lake lake = aRun();
    RunDocuments.write(
        RunReport.read(lake, "run"),
        Optional.of(LakeVerifier.cheap(lake, "run")),
        lake,
        layout,
        ExportLevel.RECORDS);

    assertThat(names("## longhaul.json")).containsExactlyElementsOf(members(layout.longhaulJson()));
    assertThat(names("## slices.json")).containsExactlyElementsOf(members(layout.slicesJson()));
  }

  @Test
  void everyCheckIsDescribedWithItsInvariant() {
    List<String> rows =
        document
            .lines()
            .map(line -> Pattern.compile("\\| `(\\w+)`(?: \\*)? \\| (I\\d+) \\| .+").matcher(line))
            .filter(Matcher::matches)
            .map(row -> row.group(1) + " " + row.group(2))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(Check.values())
                .map(check -> check.word() + " " + check.invariant())
                .toList());
  }

  @Test
  void everyMemberOfALineOfRequestsIsDescribed() throws IOException {
    ExportLayout layout =
        new ExportLayout(
            folder.resolve("out"),
            ExportLayout.DEFAULT_PREFIX,
            EnumSet.of(OptionalExport.HTTP_TRACE));
    Lake lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(
                anError("run", "b", 900, 1500)
                    .setOutcome("cancelled")
                    .setCancelledEpochNs(at(1000)))
            .finished(at(2000));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.RECORDS);
    JsonNode line = new ObjectMapper().readTree(layout.recordsJsonl().toFile());

    assertThat(names("## profile_export.jsonl")).containsExactlyElementsOf(members(line));
    String metadata =
        rows("## profile_export.jsonl")
            .map(Matcher::group)
            .filter(row -> row.startsWith("| `metadata`"))
            .findFirst()
            .orElseThrow();
    assertThat(Pattern.compile("`(\\w+)`").matcher(metadata).results().map(name -> name.group(1)))
        .containsExactlyElementsOf(
            Stream.concat(Stream.of("metadata"), members(line.path("metadata")).stream()).toList());
  }

  @Test
  void everyDocumentIsDescribed() {
    ExportLayout layout = new ExportLayout(folder);

    assertThat(names("## The folder of a run"))
        .contains(
            layout.longhaulJson().getFileName().toString(),
            layout.slicesJson().getFileName().toString(),
            layout.profileJson().getFileName().toString(),
            layout.profileCsv().getFileName().toString(),
            layout.timeslicesJson().getFileName().toString(),
            layout.timeslicesCsv().getFileName().toString(),
            layout.recordsJsonl().getFileName().toString(),
            layout.gpuTelemetryJsonl().getFileName().toString(),
            layout.serverMetrics(".json").getFileName().toString(),
            layout.serverMetrics(".csv").getFileName().toString(),
            layout.serverMetrics(".jsonl").getFileName().toString(),
            layout.serverMetrics(".parquet").getFileName().toString(),
            layout.serverSlices().getFileName().toString(),
            layout.verdicts().getFileName().toString());
  }

  @Test
  void everyQueryRunsAndFindsRows() throws IOException, SQLException {
    Lake lake = aRun();
    RunDocuments.write(
        RunReport.read(lake, "run"), lake, new ExportLayout(folder), ExportLevel.SUMMARY);
    List<String> queries = new ArrayList<>();
    Matcher blocks = SQL.matcher(document + document("annotated-report.md") + document("lake.md"));
    while (blocks.find()) {
      queries.add(
          blocks
              .group(1)
              .replace("'lake/", "'" + folder.resolve("lake") + "/")
              .replace("'server_", "'" + folder.resolve("server_")));
    }

    assertThat(queries).hasSizeGreaterThan(5);
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      for (String query : queries) {
        try (ResultSet rows = statement.executeQuery(query)) {
          assertThat(rows.next()).as(query).isTrue();
        }
      }
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "longhaul.python",
      matches = ".+",
      disabledReason = "no Python with pandas and PySpark")
  void pandasAndSparkAnswerAsTheQueriesDo() throws IOException, InterruptedException {
    aRun();
    Path output = folder.resolve("output.txt");
    Process python =
        PythonExample.of(
                "lake_questions.py",
                folder.resolve("lake").toString(),
                "--check",
                System.getProperty("longhaul.root") + "/docs/lake.md")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(python.waitFor(5, TimeUnit.MINUTES)).isTrue();

    assertThat(Files.readString(output)).contains("12 questions, 0 different answers\n");
    assertThat(python.exitValue()).isZero();
  }

  private Lake aRun() throws IOException {
    return new FakePipeline(folder.resolve("lake"), "run")
        .configuredBy("{\"fail_if\": [\"request_latency.p99>500\"]}")
        .with(aRequest("run", "a", 0, 400).setGood(true))
        .with(anError("run", "b", 900, 1500))
        .with(aGpuSlice("run", 0, 100))
        .with(aGpuSample("run", 100, 300, 1000))
        .with(aServerSample("run", 100, "vllm:num_requests_running", "gauge", 4))
        .marked(at(500), "deployed 1.4.2")
        .scraping(new ServerPage("http://server:8000/metrics", 1L, 0L, 0))
        .carriedBy(new RunGenerator("g0", "generator-0", "host-a", "0.1.0", -1_500_000L, 200_000L))
        .slicedByModel()
        .finished(at(2000));
  }

  private List<String> names(String heading) {
    return rows(heading).map(row -> row.group(1)).toList();
  }

  /** The rows of the table below a heading. */
  private Stream<Matcher> rows(String heading) {
    return document
        .lines()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .map(ROW::matcher)
        .filter(Matcher::matches);
  }

  private static List<String> members(Path json) throws IOException {
    return members(new ObjectMapper().readTree(Files.readString(json)));
  }

  private static List<String> members(JsonNode object) {
    List<String> members = new ArrayList<>();
    object.fieldNames().forEachRemaining(members::add);
    return members;
  }

  private static String document(String name) {
    Path file = Path.of(System.getProperty("longhaul.root"), "docs", name);
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("Cannot read " + file + " (it belongs to the project)", e);
    }
  }
}
