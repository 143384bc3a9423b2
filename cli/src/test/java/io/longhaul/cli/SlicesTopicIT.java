package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.cli.embedded.RestartableBroker;
import io.longhaul.control.ExitCode;
import io.longhaul.export.SliceRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.report.PythonExample;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that we did not write read the slices of a run from the topic, as {@code
 * docs/slices-topic.md} describes.
 */
@EnabledIfSystemProperty(
    named = "longhaul.python",
    matches = ".+",
    disabledReason = "no Python with confluent-kafka and fastavro")
class SlicesTopicIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
  private static final Path SCHEMA = ROOT.resolve("docs/slices.avsc");

  @TempDir Path folder;

  @Test
  void anotherProgramReadsEachSliceOnceWithTheValuesOfTheLake() throws Exception {
    try (RestartableBroker broker = broker();
        SharedPipeline job = SharedPipeline.start(broker, folder)) {
      SharedPipeline.EndedRun run = run(job);

      assertThat(consumed(broker)).isEqualTo(inLake(job, run.runId()));
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "longhaul.apicurio",
      matches = ".+",
      disabledReason = "no Apicurio Registry")
  void aRegistryHasTheSchemaOfEachRecord() throws Exception {
    try (SchemaRegistryServer registry =
            new SchemaRegistryServer(Path.of(System.getProperty("longhaul.apicurio")), folder);
        RestartableBroker broker = broker()) {
      assertThat(
              registry
                  .send("PUT", "/config", "{\"compatibility\": \"FULL_TRANSITIVE\"}")
                  .statusCode())
          .isEqualTo(200);
      try (SharedPipeline job =
          SharedPipeline.start(broker, folder, "--schema-registry", registry.url())) {
        SharedPipeline.EndedRun run = run(job);
        // A program that was written for an older version, whose schema had fewer fields.
        Path older = folder.resolve("older.avsc");
        Files.writeString(older, withoutField(Files.readString(SCHEMA), "connect_time_ns"));

        assertThat(consumedWith(older, broker, "--registry", registry.url()))
            .isEqualTo(inLake(job, run.runId()));
        JsonNode registered =
            JSON.readTree(
                registry.send("GET", "/subjects/longhaul.slices-value/versions/latest", "").body());
        assertThat(JSON.readTree(registered.path("schema").asText()))
            .isEqualTo(JSON.readTree(Files.readString(SCHEMA)));

        registry.send(
            "POST",
            "/subjects/soak.slices-value/versions",
            "{\"schema\": \"{\\\"type\\\": \\\"string\\\"}\"}");
        assertThat(refusedPipeline(broker, registry))
            .startsWith(
                "Cannot register the schema of soak.slices: the registry at %s refuses it as incompatible with an earlier one"
                    .formatted(registry.url()))
            .doesNotContain("Exception");
      }
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "longhaul.flink.sql",
      matches = ".+",
      disabledReason = "no jars of Flink SQL")
  void flinkSqlReadsTheTopicAndACopyOfTheLake() throws Exception {
    try (RestartableBroker broker = broker();
        SharedPipeline job = SharedPipeline.start(broker, folder)) {
      run(job);
      JsonNode document = JSON.readTree(folder.resolve("artifacts/longhaul.json").toFile());
      long requests = document.path("accounting").path("ok").asLong();
      assertThat(requests).isPositive();
      String topic = python("flink_ddl.py", SCHEMA.toString(), broker.bootstrapServers());

      copyOfTheLake(job.lake());
      assertThat(
              flinkSql(
                  topic
                      + "SELECT 'topic', SUM(requests_ok), MIN(marker) FROM slices"
                      + " /*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */"
                      + " WHERE label_set = '';\n"
                      + block("CREATE TABLE requests")
                          .replace("/data/copy", folder.resolve("copy").toString())
                      + "SELECT 'lake', COUNT(*) FROM requests"
                      + " WHERE outcome = 'ok' AND request_latency_ns > 0;"))
          .containsPattern("\\| +topic \\| +%d \\| +-98 \\|".formatted(requests))
          .containsPattern("\\| +lake \\| +%d \\|".formatted(requests));
    }
  }

  private RestartableBroker broker() throws Exception {
    return RestartableBroker.start(folder.resolve("log"), folder.resolve("kafka.log"));
  }

  private SharedPipeline.EndedRun run(SharedPipeline job) throws Exception {
    MockServerOptions server =
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("8")
            .build();
    try (MockServer mock = MockServer.start(server)) {
      SharedPipeline.EndedRun run =
          job.execute(
              List.of(
                  "--model",
                  "mock-model",
                  "--tokenizer",
                  "builtin",
                  "--url",
                  "http://127.0.0.1:" + mock.llmPort(),
                  "--no-gpu-telemetry",
                  "--streaming",
                  "--isl",
                  "16",
                  "--request-rate",
                  "20",
                  "--benchmark-duration",
                  "6",
                  "--slice-duration",
                  "1",
                  "--slice-by",
                  "model",
                  "--rehearsal-requests",
                  "20",
                  "--artifact-dir",
                  folder.resolve("artifacts").toString()));
      assertThat(run.exitCode()).as(run.messages()).isEqualTo(ExitCode.DONE);
      return run;
    }
  }

  /** Returns the slices of a run by index and label set, with values of several types. */
  private static Map<String, String> inLake(SharedPipeline job, String runId) throws IOException {
    Map<String, String> slices = new TreeMap<>();
    for (SliceRow row : new Lake(job.lake()).rows(Dataset.SLICES, runId)) {
      String sketch =
          row.getTimeToFirstTokenNs() == null
              ? "null"
              : HexFormat.of().formatHex(row.getTimeToFirstTokenNs().getHistogram().array());
      slices.put(
          row.getSliceIndex() + " " + row.getLabelSet(),
          row.getRequestsOk() + " " + row.getTrusted() + " " + sketch);
    }
    assertThat(slices).hasSizeGreaterThan(6);
    return slices;
  }

  private Map<String, String> consumed(RestartableBroker broker) throws Exception {
    return consumedWith(SCHEMA, broker);
  }

  private Map<String, String> consumedWith(Path schema, RestartableBroker broker, String... more)
      throws Exception {
    List<String> words =
        new ArrayList<>(List.of(broker.bootstrapServers(), "--schema", schema.toString()));
    words.addAll(List.of(more));
    Map<String, String> slices = new TreeMap<>();
    for (String line : python("consume_slices.py", words.toArray(String[]::new)).lines().toList()) {
      JsonNode row = JSON.readTree(line);
      String before =
          slices.put(
              row.path("slice_index").asText() + " " + row.path("label_set").asText(),
              row.path("requests_ok").asText()
                  + " "
                  + row.path("trusted").asText()
                  + " "
                  + row.path("time_to_first_token_ns").path("histogram").asText("null"));
      assertThat(before).as(line).isNull();
    }
    return slices;
  }

  private static String withoutField(String schema, String name) throws IOException {
    JsonNode json = JSON.readTree(schema);
    for (Iterator<JsonNode> fields = json.path("fields").elements(); fields.hasNext(); ) {
      if (fields.next().path("name").asText().equals(name)) {
        fields.remove();
      }
    }
    return json.toString();
  }

  private static String refusedPipeline(RestartableBroker broker, SchemaRegistryServer registry) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status =
        new Longhaul(new Terminal(printed, printed, false, false))
            .run(
                List.of(
                    "pipeline",
                    "--kafka",
                    broker.bootstrapServers(),
                    "--topic-prefix",
                    "soak",
                    "--lake",
                    "/nowhere/lake",
                    "--schema-registry",
                    registry.url()));
    assertThat(status).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Copies the requests with encodings that Flink reads, as the page says. */
  private void copyOfTheLake(Path lake) throws Exception {
    Files.createDirectories(folder.resolve("copy/requests"));
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(
          block("COPY")
              .replace("'lake/", "'" + lake + "/")
              .replace("/data/copy", folder.resolve("copy").toString()));
    }
  }

  /** Returns the SQL of the page that starts with these words. */
  private static String block(String start) throws IOException {
    Matcher found =
        Pattern.compile("```sql\n(" + Pattern.quote(start) + ".*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/slices-topic.md")));
    assertThat(found.find()).as(start).isTrue();
    return found.group(1);
  }

  /** Runs statements in Flink's own SQL client, with a cluster in the same process. */
  private String flinkSql(String statements) throws Exception {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(conf.resolve("config.yaml"), "execution.target: local\n");
    Path script = folder.resolve("script.sql");
    Files.writeString(
        script,
        "SET 'execution.runtime-mode' = 'batch';\n"
            + "SET 'sql-client.execution.result-mode' = 'tableau';\n"
            + statements);
    Path jars = Path.of(System.getProperty("longhaul.flink.sql"));
    ProcessBuilder client =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx1g",
            "-XX:+UseSerialGC",
            RunningProfile.QUICK_START,
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            libraries(jars) + File.pathSeparator + System.getProperty("java.class.path"),
            "org.apache.flink.table.client.SqlClient",
            "embedded",
            "-hist",
            folder.resolve("history").toString(),
            "-f",
            script.toString());
    client.environment().put("FLINK_CONF_DIR", conf.toString());
    return output(client.directory(folder.toFile()));
  }

  private static String libraries(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return String.join(File.pathSeparator, files.map(Path::toString).sorted().toList());
    }
  }

  private String python(String program, String... words) throws Exception {
    return output(PythonExample.of(program, words));
  }

  private String output(ProcessBuilder command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    Process process =
        command.redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed + Files.readString(errors)).isZero();
    return printed;
  }
}
