package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads real folders of AIPerf, whose place {@code -Dlonghaul.samples=…} gives; else skipped. */
class AiperfRunTest {

  @ParameterizedTest
  @ValueSource(strings = {"full", "err", "cancel", "nostream", "single", "multi"})
  void recordsGiveTheFiguresOfTheSummary(String sample) throws IOException {
    ComparedRun run = read(sample);
    int[] once = new int[run.bins().size()];
    Arrays.fill(once, 1);

    assertThat(run.figures())
        .containsKeys(ComparedFigure.REQUEST_LATENCY_AVG, ComparedFigure.REQUEST_THROUGHPUT);
    run.figures()
        .forEach(
            (figure, value) -> {
              // Ranks of percentiles are not interpolated, and AIPerf's rates are divided by a time
              // that begins before the first request.
              boolean isExact = Double.isNaN(figure.quantile()) && !figure.isBetterIfGreater();
              double allowed = isExact ? 1e-6 : 0.3;
              if (run.bins().values(figure) > 0) {
                assertThat(run.bins().figure(figure, once))
                    .as(figure.text())
                    .isCloseTo(value, within(Math.abs(value) * allowed + 1e-9));
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "err"})
  void aRunOfTwoSecondsIsTooShortToCompare(String sample) throws IOException {
    ComparedRun run = read(sample);

    RunComparison comparison = RunComparison.of(List.of(read("full"), run), 2).get(0);

    assertThat(comparison.figures())
        .isNotEmpty()
        .allMatch(each -> each.verdict() == Verdict.TOO_LITTLE_DATA);
    assertThat(run.facts().tool()).isEqualTo("aiperf 0.13.0");
  }

  private static ComparedRun read(String sample) throws IOException {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    Path folder = Path.of(place, sample);
    assertThat(AiperfRun.isIn(folder)).isTrue();
    return AiperfRun.read(sample, folder);
  }
}
