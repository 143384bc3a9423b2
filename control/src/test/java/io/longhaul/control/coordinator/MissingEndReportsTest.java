package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.control.GeneratorPresent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MissingEndReportsTest {
  private final MissingEndReports ends = new MissingEndReports(Duration.ofSeconds(90));
  private final Generator generator =
      new Generator(
          GeneratorPresent.newBuilder()
              .setRunId("r1")
              .setProcessId("a")
              .setIncarnationEpochMs(1)
              .build(),
          0);
  private boolean areLanesOver;

  @Test
  void aReportIsOverdue90SecondsAfterTheEndOfTheLanes() {
    assertThat(overdueAt(0)).isEmpty();
    areLanesOver = true;

    assertThat(overdueAt(1_000)).isEmpty();
    assertThat(overdueAt(1_090)).isEmpty();
    assertThat(overdueAt(1_091)).containsExactly(generator);
  }

  @Test
  void aGeneratorWithOpenLanesIsNotOverdue() {
    assertThat(overdueAt(0)).isEmpty();
    assertThat(overdueAt(100_000)).isEmpty();
  }

  @Test
  void aReportedEndIsNotOverdue() {
    areLanesOver = true;
    assertThat(overdueAt(0)).isEmpty();
    generator.reportEnd();

    assertThat(overdueAt(91)).isEmpty();
  }

  private List<Generator> overdueAt(long seconds) {
    return ends.overdue(
        List.of(generator), each -> areLanesOver, TimeUnit.SECONDS.toNanos(seconds));
  }
}
