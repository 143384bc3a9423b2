package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobConfigurationTest {
  private static final Duration SHORT = JobConfiguration.firstInterval(Duration.ZERO);
  private static final Duration LONG = JobConfiguration.firstInterval(Duration.ofHours(1));

  @Test
  void theCheckpointIntervalIsASixtiethOfTheAgeBetweenItsBounds() {
    assertThat(JobConfiguration.interval(Duration.ZERO, SHORT)).hasSeconds(5);
    assertThat(JobConfiguration.interval(Duration.ofMinutes(10), SHORT)).hasSeconds(10);
    assertThat(JobConfiguration.interval(Duration.ofMinutes(10), LONG)).hasSeconds(60);
    assertThat(JobConfiguration.interval(Duration.ofHours(3), LONG)).hasMinutes(3);
    assertThat(JobConfiguration.interval(Duration.ofDays(14), SHORT))
        .isEqualTo(JobConfiguration.LONGEST_INTERVAL);
  }

  @Test
  void twoWeeksHaveAboutTwoThousandCheckpoints() {
    assertThat(JobConfiguration.checkpoints(Duration.ofDays(14))).isBetween(2_100L, 2_200L);
    assertThat(JobConfiguration.checkpoints(Duration.ofMinutes(5))).isEqualTo(60);
  }
}
