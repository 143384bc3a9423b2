package io.longhaul.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlowStartTest {
  private static final int PROCESSORS = 2;

  private double loadAverage;
  private long seconds;
  private final SlowStart start =
      new SlowStart(() -> loadAverage, PROCESSORS, () -> -5 + TimeUnit.SECONDS.toNanos(seconds));

  @Test
  void aSlowStartOnABusyMachineIsReported() {
    loadAverage = 40.26;

    assertThat(reportsOf("Kafka", 10))
        .containsExactly(
            "waiting for Kafka for 10 s; this machine is busy (load average 40.3 on 2 processors),"
                + " so the start takes longer");
  }

  @Test
  void anIdleMachineIsNotMentioned() {
    loadAverage = 3.9;
    assertThat(reportsOf("Kafka", 10)).containsExactly("waiting for Kafka for 10 s");

    loadAverage = -1;
    assertThat(reportsOf("Flink", 10)).containsExactly("waiting for Flink for 10 s");
  }

  @Test
  void aLongWaitIsReportedAtIncreasingIntervals() {
    assertThat(reportsOf("generators", 210))
        .containsExactly(
            "waiting for generators for 10 s",
            "waiting for generators for 20 s",
            "waiting for generators for 40 s",
            "waiting for generators for 80 s",
            "waiting for generators for 140 s",
            "waiting for generators for 200 s");
  }

  @Test
  void eachWaitIsTimedSeparatelyAndAStartedRunReportsNothing() {
    assertThat(reportsOf("Kafka", 9)).isEmpty();
    assertThat(reportsOf("Flink", 9)).isEmpty();
    assertThat(reportsOf("", 100)).isEmpty();
  }

  /** Returns the reports during a wait for one component. */
  private List<String> reportsOf(String awaited, long forSeconds) {
    List<String> reports = new ArrayList<>();
    for (long end = seconds + forSeconds; seconds <= end; seconds++) {
      start.check(awaited).ifPresent(reports::add);
    }
    return reports;
  }
}
