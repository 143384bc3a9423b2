package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
    assertThat(arguments.kafka()).isEmpty();
  }

  @Test
  void allArgumentsCanBeGiven() {
    JobArguments arguments =
        JobArguments.parse(
            "--bootstrap", "k:9092",
            "--lake", "/lake",
            "--checkpoints", "/c",
            "--from", "/c/savepoint-1",
            "--topic-prefix", "soak",
            "--checkpoint-seconds", "5",
            "--parallelism", "3",
            "--kafka-property", "security.protocol=SSL",
            "--kafka-property", "ssl.key.password=a=b");

    assertThat(arguments.topics().gpu()).isEqualTo("soak.gpu");
    assertThat(arguments.checkpoints()).isEqualTo("file:///c");
    assertThat(arguments.from()).hasValue("file:///c/savepoint-1");
    assertThat(arguments.checkpointInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(arguments.parallelism()).isEqualTo(3);
    assertThat(arguments.kafka())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("ssl.key.password", "a=b");
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
                    "--kafka-property",
                    "nothing",
                    "--checkpoint-seconds"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            """
            Invalid argument: --lake is given twice (give it once)
            Unknown argument: --paralelism
            Invalid --kafka-property: nothing (KEY=VALUE)
            Missing value: --checkpoint-seconds
            Missing argument: --bootstrap
            Missing argument: --checkpoints
            Invalid --topic-prefix: a/b (letters, digits, '.', '_', '-')
            Invalid --parallelism: 129 (a number from 1 to 128)
            """
                + JobArguments.USAGE);
  }
}
