package io.longhaul.cli.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.wire.Health;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {
  @Test
  void theWorstFiguresAndAllOfTheCpuAreShown() {
    Health quick = health(200_000L, 1_000_000, 1.2, 0.5);
    Health slow = health(7_000_000L, 80_000_000, 0.4, 0.1);

    assertThat(
            GeneratorHealth.of(
                List.of(
                    lane("g0", false, quick), lane("g0", false, quick), lane("g1", false, slow))))
        .isEqualTo("2 generators: send lag p99 7.00 ms, pause 80 ms, 1.6 cores, machine 10 % idle");
  }

  @Test
  void aFigureThatIsUnknownIsOmitted() {
    assertThat(GeneratorHealth.of(List.of(lane("g0", false, health(null, 2_000_000, 0.1, null)))))
        .isEqualTo("1 generator: pause 2 ms, 0.1 cores");
  }

  @Test
  void lostGeneratorsAreCounted() {
    Health health = health(null, 2_000_000, 0.1, null);

    assertThat(GeneratorHealth.of(List.of(lane("g0", true, health), lane("g1", false, health))))
        .startsWith("1 generator (1 lost): ");
    assertThat(GeneratorHealth.of(List.of(lane("g0", true, health))))
        .isEqualTo("No load generator is active (1 lost)");
    assertThat(GeneratorHealth.of(List.of())).isEqualTo("No load generator is active");
  }

  private static Health health(
      @Nullable Long sendLagNanos, long pauseNanos, double cores, @Nullable Double idle) {
    return Health.newBuilder()
        .setSendLagP99Ns(sendLagNanos)
        .setPauseMaxNs(pauseNanos)
        .setProcessCpuCores(cores)
        .setHostIdleRatio(idle)
        .build();
  }

  private static LiveLane lane(String process, boolean lost, Health health) {
    return new LiveLane(process + ".1.0", process, false, false, lost, 0, 9, 9, 0, 0, health);
  }
}
