package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.kafka.KafkaConnection;
import io.longhaul.kafka.SchemaRegistry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobArgumentsTest {

  @Test
  void missingArgumentsHaveDefaults() {
    JobArguments arguments =
        JobArguments.parse("--bootstrap", "k:9092", "--lake", "/lake", "--checkpoints", "s3://c");

    assertThat(arguments.lake()).isEqualTo(Path.of("/lake"));
    assertThat(arguments.topics().timing()).isEqualTo("longhaul.timing");
    assertThat(arguments.checkpointInterval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(arguments.parallelism()).isEqualTo(1);
    assertThat(arguments.from()).isEmpty();
    assertThat(arguments.keepLog()).hasValue(Duration.ofHours(24));
    assertThat(arguments.schemaRegistry()).isEmpty();
    assertThat(arguments.kafka()).isEqualTo(KafkaConnection.plain("k:9092"));
  }

  @Test
  void allArgumentsCanBeGiven(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("k.properties"), "security.protocol=SSL\n");
    JobArguments arguments =
        JobArguments.parse(
            "--bootstrap", "k:9092",
            "--lake", "/lake",
            "--checkpoints", "/c",
            "--from", "/c/savepoint-1",
            "--topic-prefix", "soak",
            "--checkpoint-seconds", "5",
            "--parallelism", "3",
            "--keep-log", "7d",
            "--schema-registry", "http://registry:8081",
            "--kafka-config", file.toString());

    assertThat(arguments.topics().gpu()).isEqualTo("soak.gpu");
    assertThat(arguments.checkpoints()).isEqualTo("file:///c");
    assertThat(arguments.from()).hasValue("file:///c/savepoint-1");
    assertThat(arguments.checkpointInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(arguments.parallelism()).isEqualTo(3);
    assertThat(arguments.keepLog()).hasValue(Duration.ofDays(7));
    assertThat(arguments.schemaRegistry().map(SchemaRegistry::url))
        .hasValue(URI.create("http://registry:8081"));
    assertThat(arguments.kafka().config().file()).hasValue(file);
    assertThat(arguments.kafka().config().securityProtocol()).isEqualTo("SSL");
  }

  @Test
  void theWholeLogCanBeKeptButNotLessThanTenMinutes() {
    assertThat(parseKeepLog("all").keepLog()).isEmpty();
    assertThat(parseKeepLog("10min").keepLog()).hasValue(Duration.ofMinutes(10));
    for (String invalid : List.of("9min", "600", "-1h", "h", "1 fortnight", "")) {
      assertThatThrownBy(() -> parseKeepLog(invalid))
          .hasMessageContaining(
              "Invalid --keep-log: " + invalid + " (10min or more, as in 24h or 7d, or all)");
    }
  }

  private static JobArguments parseKeepLog(String text) {
    return JobArguments.parse(
        "--bootstrap", "k:9092", "--lake", "/l", "--checkpoints", "/c", "--keep-log", text);
  }

  @Test
  void allProblemsAreReportedTogether() {
    assertThatThrownBy(
            () ->
                JobArguments.parse(
                    "--lake",
                    "/lake",
                    "--lake",
                    "/other",
                    "--paralelism",
                    "2",
                    "--parallelism",
                    "129",
                    "--topic-prefix",
                    "a/b",
                    "--kafka-config",
                    "/nowhere.properties",
                    "--schema-registry",
                    "registry",
                    "--checkpoint-seconds"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            """
            Invalid argument: --lake is given twice (give it once)
            Unknown argument: --paralelism
            Missing value: --checkpoint-seconds
            Missing argument: --bootstrap
            Missing argument: --checkpoints
            Invalid --topic-prefix: a/b (letters, digits, '.', '_', '-')
            Invalid --parallelism: 129 (a number from 1 to 128)
            Cannot read /nowhere.properties: there is no such file
            Invalid --schema-registry: registry (a URL such as http://registry:8081)
            """
                + JobArguments.USAGE);
  }
}
