package io.longhaul.sinks.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRegistrationTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aLakeWithoutAJobHasNone() throws IOException {
    Lake lake = new Lake(folder.resolve("none"));

    assertThat(JobRegistration.find(lake, "longhaul")).isEmpty();
    assertThat(JobRegistration.topicPrefixes(lake)).isEmpty();
  }

  @Test
  void jobsThatContinueOneAnotherShareAConsumerGroup() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    JobRegistration first = JobRegistration.register(lake, "longhaul", MINUTE);
    JobRegistration second = JobRegistration.register(lake, "longhaul", Duration.ofSeconds(5));

    assertThat(first.consumerGroup()).matches("longhaul-pipeline-[0-9a-f]{12}");
    assertThat(second).isEqualTo(new JobRegistration(first.consumerGroup(), Duration.ofSeconds(5)));
    assertThat(JobRegistration.find(lake, "longhaul")).hasValue(second);
  }

  @Test
  void everyLakeAndTopicPrefixHasItsOwnConsumerGroup() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    Lake other = new Lake(folder.resolve("other"));

    assertThat(
            java.util.List.of(
                JobRegistration.register(lake, "longhaul", MINUTE),
                JobRegistration.register(lake, "soak", MINUTE),
                JobRegistration.register(other, "longhaul", MINUTE)))
        .doesNotHaveDuplicates();
    assertThat(JobRegistration.topicPrefixes(lake)).containsExactly("longhaul", "soak");
  }

  @Test
  void anInvalidRegistrationIsReported() throws IOException {
    Lake lake = new Lake(folder);
    JobRegistration.register(lake, "longhaul", MINUTE);
    Path file = folder.resolve("_jobs/longhaul.properties");
    Files.writeString(file, "consumer.group=x");

    assertThatThrownBy(() -> JobRegistration.find(lake, "longhaul"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot read " + file);
  }
}
