package io.longhaul.load.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMonitorTest {
  @TempDir Path folder;

  @Test
  void tooLongSleepIsOnePauseForEveryReader() {
    // Each reading advances this clock by a second, so each sleep of the meter is a pause.
    long[] now = {0};
    try (PauseMeter meter = new PauseMeter(() -> now[0] += 1_000_000_000L);
        PauseMeter.Reader one = meter.newReader();
        PauseMeter.Reader other = meter.newReader()) {
      assertThat(firstPauseOf(one)).isEqualTo(990_000_000L);
      assertThat(firstPauseOf(other)).isEqualTo(990_000_000L);
    }
  }

  @Test
  void closedMeterHasNoThread() {
    PauseMeter meter = new PauseMeter(System::nanoTime);
    Thread sleeper = threadNamed("pause-meter");
    assertThat(sleeper.isAlive()).isTrue();

    meter.close();

    assertThat(sleeper.isAlive()).isFalse();
  }

  @Test
  void idleRatioIsTheIdleAndWaitingFractionSinceThePreviousReading() throws IOException {
    Path machine = folder.resolve("stat");
    Files.writeString(machine, "cpu  100 0 100 700 100 0 0 0 50 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
    CpuMeter meter = new CpuMeter(() -> 0, machine);

    Files.writeString(machine, "cpu  130 0 150 710 110 0 0 0 80 0\n");

    assertThat(meter.hostIdleRatio()).hasValue(0.2);
    assertThat(meter.hostIdleRatio()).as("no ticks since the previous reading").isEmpty();
  }

  @Test
  void idleRatioIsEmptyIfTheSystemDoesNotReportIt() {
    CpuMeter meter = new CpuMeter(() -> 0, folder.resolve("nowhere"));

    assertThat(meter.hostIdleRatio()).isEmpty();
  }

  @Test
  void workCountsAsCpuTimeOfTheProcess() {
    try (PauseMeter meter = new PauseMeter(System::nanoTime);
        ProcessMonitor watch = new ProcessMonitor(System::nanoTime, meter)) {
      long until = System.nanoTime() + 50_000_000;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      ProcessHealth health = watch.take();
      assertThat(health.processCpuCores()).isPositive();
      assertThat(health.gcPauseNanos()).isNotNegative();
    }
  }

  private static long firstPauseOf(PauseMeter.Reader reader) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    long pause = reader.takeMaxNanos();
    while (pause == 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
      pause = reader.takeMaxNanos();
    }
    return pause;
  }

  private static Thread threadNamed(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
