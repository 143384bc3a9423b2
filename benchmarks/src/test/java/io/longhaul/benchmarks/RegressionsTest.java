package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.MeasuredFigures.Figure;
import io.longhaul.cli.calibrate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionsTest {
  @TempDir Path folder;

  @Test
  void aFigureIsWorseIfEachMedianLiesOutsideOfTheOtherRounds() {
    Figure before = latency(10, 11, 12, 13, 14);

    assertThat(Regressions.isWorse(before, latency(14, 15, 16, 17, 18))).isTrue();
    assertThat(Regressions.isWorse(before, latency(13, 14.5, 15, 16, 17))).isTrue();
    assertThat(Regressions.isWorse(before, latency(11, 13, 15, 17, 19))).isFalse();
    assertThat(Regressions.isWorse(before, latency(6, 7, 8, 9, 9.5))).isFalse();
  }

  @Test
  void aRateIsWorseIfItIsLower() {
    Figure before = rate(100, 101, 102, 103, 104);

    assertThat(Regressions.isWorse(before, rate(90, 91, 92, 93, 94))).isTrue();
    assertThat(Regressions.isWorse(before, rate(110, 111, 112, 113, 114))).isFalse();
  }

  @Test
  void figuresAreKnownByTheirBenchmarkAndItsArguments() throws IOException {
    Path file = folder.resolve("all.json");
    AllFigures figures =
        new AllFigures(
            "4f2c",
            "2026-01-02T03:04:05Z",
            Machine.current(),
            List.of(
                new MeasuredFigures.Document("Pacing", List.of(), List.of(latency(1))),
                new MeasuredFigures.Document(
                    "Pacing", List.of("--rate", "5"), List.of(latency(2)))));
    figures.write(file);

    AllFigures read = AllFigures.read(file);

    assertThat(read).isEqualTo(figures);
    assertThat(read.byName())
        .containsOnlyKeys("Pacing: latency_p99", "Pacing --rate 5: latency_p99");
  }

  private static Figure latency(double... rounds) {
    return new Figure("latency_p99", "ms", Better.LOWER, listOf(rounds));
  }

  private static Figure rate(double... rounds) {
    return new Figure("requests_per_second", "1/s", Better.HIGHER, listOf(rounds));
  }

  private static List<Double> listOf(double... rounds) {
    return Arrays.stream(rounds).boxed().toList();
  }
}
