package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.stability.ChangePoint;
import io.longhaul.metrics.stability.MinimumEffect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistorySeriesTest {
  private static final long DAY = 86_400_000_000_000L;

  @Test
  void runsOfDifferentConfigurationAreSeparateSeriesInOrderOfTime() {
    List<PastRun> runs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      runs.add(aRun(i, i % 2 == 0 ? "8" : "16", 100 + 50 * (i % 2), ""));
    }
    Collections.shuffle(runs, new Random(1));

    List<HistorySeries> series = HistorySeries.of(runs, MinimumEffect.USUAL);

    assertThat(series).hasSize(2);
    assertThat(series.get(0).runs())
        .extracting(PastRun::name)
        .containsExactly("r0", "r2", "r4", "r6", "r8", "r10");
    assertThat(series.get(0).differences()).isEmpty();
    assertThat(series.get(1).differences())
        .containsExactly(new ConfigurationChange("load.concurrency", "8", "16"));
    assertThat(series).allMatch(each -> each.changes().isEmpty() && !each.isLongEnough());
  }

  @Test
  void runsThatDoNotCountAreSkippedButKeepTheirPlace() {
    List<PastRun> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(aRun(i, "8", (i < 10 ? 100 : 130) + i % 3, ""));
    }
    runs.set(5, aRun(5, "8", 900, "incomplete: a lane was lost"));
    runs.set(10, aRun(10, "8", Double.NaN, "no value"));

    HistorySeries series = HistorySeries.of(runs, MinimumEffect.USUAL).get(0);

    assertThat(series.runs()).hasSize(20);
    assertThat(series.changes()).extracting(ChangePoint::index).containsExactly(11);
    assertThat(series.changedAt(11)).isTrue();
    assertThat(series.before(6)).isEqualTo(runs.get(4).value());
    assertThat(series.before(11)).isEqualTo(runs.get(9).value());
    assertThat(series.before(0)).isNaN();
    assertThat(series.levels().get(0)).isBetween(100.0, 102.0);
    assertThat(series.levels().get(19)).isBetween(130.0, 132.0);
  }

  private static PastRun aRun(int day, String concurrency, double value, String doubt) {
    return new PastRun(
        "r" + day, day * DAY, List.of("m"), value, doubt, Map.of("load.concurrency", concurrency));
  }
}
