package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
  private static final SyntheticRun USUAL = new SyntheticRun(600, 0.03, 0.5, 1);
  private static final SyntheticRun SLOWER = new SyntheticRun(600, 0.03, 0.5, 1.05);

  /** Number of seeded pairs; {@code -Dlonghaul.pairs=200} gives the figures in the docs. */
  private static final int PAIRS = Integer.getInteger("longhaul.pairs", 5);

  @Test
  void inNineteenOfTwentyPairsOfEqualRunsNothingDiffers() throws IOException {
    int equal = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      RunComparison comparison = compare(run(USUAL, 3 * pair + 1), run(USUAL, 3 * pair + 2));
      assertThat(comparison.figures()).hasSize(ComparedFigure.values().length);
      equal += comparison.figures().stream().allMatch(RunComparisonTest::isEqual) ? 1 : 0;
    }

    assertThat(equal).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * PAIRS));
  }

  @Test
  void inNineteenOfTwentyPairsALongerTimeToFirstTokenIsFound() throws IOException {
    int found = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      RunComparison comparison = compare(run(USUAL, 3 * pair + 1), run(SLOWER, 3 * pair + 3));
      boolean isWorse =
          of(comparison, ComparedFigure.TTFT_AVG).verdict() == Verdict.BASELINE_BETTER
              || of(comparison, ComparedFigure.TTFT_P50).verdict() == Verdict.BASELINE_BETTER;
      found += isWorse ? 1 : 0;
    }

    assertThat(found).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * PAIRS));
  }

  @Test
  void aRunIsEqualToItself() throws IOException {
    ComparedRun run = run(USUAL, 1);

    assertThat(compare(run, run).figures()).allMatch(each -> each.percent() == 0 && isEqual(each));
  }

  @Test
  void theSameRunsGiveTheSameMargins() throws IOException {
    assertThat(compare(run(USUAL, 1), run(SLOWER, 2)).figures())
        .isEqualTo(compare(run(USUAL, 1), run(SLOWER, 2)).figures());
  }

  @Test
  void aShortRunHasTooLittleData() throws IOException {
    SyntheticRun brief = new SyntheticRun(15, 0.03, 0, 1);

    assertThat(compare(run(brief, 1), run(brief, 2)).figures())
        .allMatch(each -> each.verdict() == Verdict.TOO_LITTLE_DATA);
  }

  @Test
  void aPercentileNeedsTenValuesBeyondIt() throws IOException {
    SyntheticRun minute = new SyntheticRun(40, 0.03, 0, 1);
    RunComparison comparison = compare(run(minute, 1), run(minute, 2));

    assertThat(of(comparison, ComparedFigure.TTFT_P99).verdict())
        .isEqualTo(Verdict.TOO_LITTLE_DATA);
    assertThat(of(comparison, ComparedFigure.TTFT_P90).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void aFigureOfOneRunOnlyIsNotCompared() throws IOException {
    ComparedRun one = run(USUAL, 1);
    Map<ComparedFigure, Double> figures = new EnumMap<>(one.figures());
    figures.remove(ComparedFigure.GOODPUT);
    ComparedRun other = new ComparedRun("other", one.facts(), figures, one.bins());

    assertThat(of(compare(one, other), ComparedFigure.GOODPUT).verdict())
        .isEqualTo(Verdict.TOO_LITTLE_DATA);
  }

  @Test
  void differencesBelowTheMinimumEffectAreIgnored() {
    assertThat(verdict(ComparedFigure.TTFT_AVG, 100, 101.9, 0.5)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(verdict(ComparedFigure.TTFT_AVG, 100, 102.1, 0.5))
        .isEqualTo(Verdict.BASELINE_BETTER);
    assertThat(verdict(ComparedFigure.GOODPUT, 100, 102.1, 0.5)).isEqualTo(Verdict.OTHER_BETTER);
    assertThat(verdict(ComparedFigure.GOODPUT, 100, 105, 6)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(verdict(ComparedFigure.REQUEST_ERROR_RATE, 0, 0.5, 0.1))
        .isEqualTo(Verdict.BASELINE_BETTER);
  }

  @Test
  void aWideMarginIsNoEvidenceOfEqualRuns() {
    assertThat(verdict(ComparedFigure.TTFT_AVG, 100, 110, 30)).isEqualTo(Verdict.TOO_LITTLE_DATA);
    assertThat(verdict(ComparedFigure.TTFT_AVG, 100, 140, 30)).isEqualTo(Verdict.BASELINE_BETTER);
  }

  @Test
  void runsThatAreNotComparableAreNamed() throws IOException {
    ComparedRun a =
        described(
            600,
            64,
            "{\"models\":{\"items\":[{\"name\":\"m\"}]},\"phases\":[{\"concurrency\":8}]}");
    ComparedRun b =
        described(
            300,
            70,
            "{\"models\":{\"items\":[{\"name\":\"n\"}]},\"phases\":[{\"concurrency\":9}]}");

    assertThat(compare(a, b).warnings())
        .containsExactly(
            "A and B differ in the model",
            "A and B differ in the load",
            "A and B differ in length: 600 and 300 s",
            "A and B differ in the lengths of their responses: 64.0 and 70.0 tokens on average",
            "A: incomplete: a lane was lost",
            "B: incomplete: a lane was lost");
  }

  @Test
  void changesOfTheConfigurationOmitWhatDiffersBetweenAnyRuns() throws IOException {
    JsonNode before =
        ReadJson.of(
            "{\"run_id\":\"r1\",\"seed\":1,\"load\":{\"profiling\":{\"concurrency\":8,\"users\":null}},"
                + "\"target\":{\"urls\":[\"http://a\"]},\"steps\":[{\"rate\":1},{\"rate\":2}]}");
    JsonNode after =
        ReadJson.of(
            "{\"run_id\":\"r2\",\"seed\":1,\"load\":{\"profiling\":{\"users\":4}},"
                + "\"target\":{\"urls\":[\"http://b\"]},\"steps\":[{\"rate\":1},{\"rate\":3}]}");

    assertThat(ConfigurationChange.between(before, after))
        .containsExactly(
            new ConfigurationChange("load.profiling.concurrency", "8", ""),
            new ConfigurationChange("load.profiling.users", "", "4"),
            new ConfigurationChange("steps.1.rate", "2", "3"),
            new ConfigurationChange("target.urls", "[\"http://a\"]", "[\"http://b\"]"));
  }

  private static boolean isEqual(FigureDifference difference) {
    return difference.verdict() == Verdict.NO_DIFFERENCE;
  }

  private static Verdict verdict(
      ComparedFigure figure, double baseline, double other, double margin) {
    return FigureDifference.of(figure, baseline, other, margin, 2).verdict();
  }

  private static RunComparison compare(ComparedRun baseline, ComparedRun other) {
    return RunComparison.of(List.of(baseline, other), RunComparison.DEFAULT_MIN_EFFECT_PERCENT)
        .get(0);
  }

  private static FigureDifference of(RunComparison comparison, ComparedFigure figure) {
    return comparison.figures().stream()
        .filter(each -> each.figure() == figure)
        .findFirst()
        .orElseThrow();
  }

  static ComparedRun run(SyntheticRun synthetic, long seed) throws IOException {
    RunBins bins = synthetic.bins(seed);
    int[] once = new int[bins.size()];
    Arrays.fill(once, 1);
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    for (ComparedFigure figure : ComparedFigure.values()) {
      figures.put(figure, bins.figure(figure, once));
    }
    ComparedRun.Facts facts = described(synthetic.seconds(), 64, "{}").facts();
    return new ComparedRun("synthetic", facts, figures, bins);
  }

  private static ComparedRun described(double seconds, double outputTokens, String configuration)
      throws IOException {
    ComparedRun.Facts facts =
        new ComparedRun.Facts(
            "longhaul 0.1.0",
            seconds,
            12_000,
            128,
            outputTokens,
            ReadJson.of(configuration),
            MissingNode.getInstance(),
            List.of("incomplete: a lane was lost"));
    return new ComparedRun("run", facts, Map.of(), new RunBins.Builder(0, 1).build());
  }
}
