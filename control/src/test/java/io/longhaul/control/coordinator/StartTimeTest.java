package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartTimeTest {
  private static final Duration LEAD = Duration.ofMillis(700);

  @Test
  void aStartIsTheFirstWholeTenthOfASecondAfterItsLead() {
    assertThat(StartTime.after(1_000_000_000_000_000_001L, LEAD))
        .isEqualTo(1_000_000_000_800_000_000L);
    assertThat(StartTime.after(1_000_000_000_099_999_999L, LEAD))
        .isEqualTo(1_000_000_000_800_000_000L);
  }

  @Test
  void aStartIsNotDelayedIfItIsAWholeTenthAlready() {
    assertThat(StartTime.after(1_000_000_000_100_000_000L, LEAD))
        .isEqualTo(1_000_000_000_800_000_000L);
  }
}
