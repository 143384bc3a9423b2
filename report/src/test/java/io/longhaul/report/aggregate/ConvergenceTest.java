package io.longhaul.report.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.report.figures.Statistic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Figures are those of AIPerf 0.13's own criteria. */
class ConvergenceTest {
  private static final double CONFIDENCE = 0.95;

  @Test
  void theWidthOfTheIntervalIsRelativeToTheMean() {
    Convergence.Result result = interval(0.3).of(runs(100, 90, 95), CONFIDENCE);

    // 2 t 5 / sqrt(3) / 95, where t is 4.302653
    assertThat(result.spread()).isCloseTo(0.2614882, within(1e-7));
    assertThat(result.runs()).isEqualTo(3);
    assertThat(result.isReached()).isTrue();
    assertThat(interval(0.26).of(runs(100, 90, 95), CONFIDENCE).isReached()).isFalse();
    assertThat(interval(0.26).of(runs(100, 90, 95), 0.9).isReached()).isTrue();
  }

  @Test
  void theDeviationIsRelativeToTheAbsoluteMean() {
    Convergence rule = new Convergence("request_latency", Statistic.P99, Convergence.Mode.CV, 0.06);

    assertThat(rule.of(runs(-100, -90, -95), CONFIDENCE).spread())
        .isCloseTo(5.0 / 95, within(1e-12));
    assertThat(rule.of(runs(100, 90, 95), CONFIDENCE).isReached()).isTrue();
  }

  @Test
  void runsWithoutAMeanOrASecondRunDoNotConverge() {
    assertThat(interval(0.9).of(runs(100), CONFIDENCE).isReached()).isFalse();
    assertThat(interval(0.9).of(runs(0, 0), CONFIDENCE).isReached()).isFalse();
    assertThat(interval(0.9).of(runs(1, -1), CONFIDENCE).isReached()).isFalse();
    assertThat(interval(0.9).of(runs(), CONFIDENCE).runs()).isZero();
  }

  @Test
  void runsWithoutTheFigureDoNotCount() {
    List<RunOutcome> runs =
        Stream.concat(runs(100, 101).stream(), Stream.of(RunOutcome.failed("run_0003", "dead")))
            .toList();

    assertThat(interval(0.2).of(runs, CONFIDENCE).runs()).isEqualTo(2);
    assertThat(interval(0.2).of(runs, CONFIDENCE).isReached()).isTrue();
  }

  private static Convergence interval(double threshold) {
    return new Convergence("request_latency", Statistic.P99, Convergence.Mode.CI_WIDTH, threshold);
  }

  private static List<RunOutcome> runs(double... values) {
    return Arrays.stream(values)
        .mapToObj(
            value ->
                RunOutcome.of(
                    "run",
                    Map.of("request_latency", new RunMetric("ms", Map.of(Statistic.P99, value)))))
        .toList();
  }
}
