package io.longhaul.sinks.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DiskTrendTest {
  private static final long GIGABYTE = 1_000_000_000;

  private final DiskTrend trend = new DiskTrend();

  @Test
  void theRateOfTheLastHourTellsHowLongTheDiskLasts() {
    // 20 GB in the first hour, then 1 GB per hour.
    fill(0, 60, 100 * GIGABYTE, 20 * GIGABYTE);
    fill(60, 180, 80 * GIGABYTE, 2 * GIGABYTE);

    assertThat(trend.timeLeft())
        .hasValueSatisfying(left -> assertThat(left.toHours()).isBetween(76L, 79L));
  }

  private void fill(int fromMinute, int toMinute, long freeBytes, long filledBytes) {
    for (int minute = fromMinute; minute <= toMinute; minute++) {
      long filled = filledBytes * (minute - fromMinute) / (toMinute - fromMinute);
      trend.add(Duration.ofMinutes(minute).toNanos(), freeBytes - filled);
    }
  }

  @Test
  void aDiskThatIsNotBeingFilledLastsForever() {
    fill(0, 30, 5 * GIGABYTE, 0);

    assertThat(trend.timeLeft()).isEmpty();
  }

  @Test
  void theFirstSecondsAreNoTrend() {
    assertThat(trend.timeLeft()).isEmpty();
    trend.add(0, 5 * GIGABYTE);
    trend.add(Duration.ofSeconds(2).toNanos(), 4 * GIGABYTE);

    assertThat(trend.timeLeft()).isEmpty();
  }
}
