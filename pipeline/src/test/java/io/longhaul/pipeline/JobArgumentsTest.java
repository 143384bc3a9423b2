package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobArgumentsTest {

  @Test
  void whatIsNotToldHasADefault() {
    JobArguments told =
        JobArguments.parse("--bootstrap", "k:9092", "--lake", "/lake", "--checkpoints", "s3://c");

    assertThat(told.lake()).isEqualTo(Path.of("/lake"));
    assertThat(told.topics().timing()).isEqualTo("longhaul.timing");
    assertThat(told.checkpointInterval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(told.options().parallelism()).isEqualTo(1);
    assertThat(told.from()).isEmpty();
    assertThat(told.kafka()).isEmpty();
  }

  @Test
  void everythingCanBeTold() {
    JobArguments told =
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

    assertThat(told.topics().gpu()).isEqualTo("soak.gpu");
    assertThat(told.checkpoints()).isEqualTo("file:///c");
    assertThat(told.from()).hasValue("file:///c/savepoint-1");
    assertThat(told.checkpointInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(told.options().parallelism()).isEqualTo(3);
    assertThat(told.kafka())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("ssl.key.password", "a=b");
  }

  @Test
  void allProblemsAreToldAtOnce() {
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
