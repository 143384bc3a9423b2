package io.longhaul.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.metrics.MetricParser;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.report.compare.HistoryFigure;
import io.longhaul.report.compare.HistorySeries;
import io.longhaul.report.compare.PastRun;
import io.longhaul.report.console.HistoryText;
import io.longhaul.report.figures.Threshold.Figure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens the page of a history in Chromium. With {@code -Dlonghaul.pictures=FOLDER}, a picture of
 * the page is left there.
 */
@EnabledIfSystemProperty(named = "longhaul.chromium", matches = ".+")
class HistoryPageTest {
  private static final long DAY = 86_400_000_000_000L;
  private static final long START = 1_795_270_000_000_000_000L;

  @TempDir Path folder;

  @Test
  void eachSeriesHasATableAndAChartWithItsLevel() throws Exception {
    HistoryFigure figure =
        new HistoryFigure(Figure.parse("time_to_first_token.p99", MetricParser.OF_FILES));
    List<HistorySeries> series = HistorySeries.of(runs(), MinimumEffect.USUAL);
    Path page = folder.resolve("history.html");
    Files.writeString(page, new HistoryPage(new HistoryText(figure, series, 2)).text());

    try (Chromium chromium = new Chromium(folder)) {
      chromium.open(page, 1200, 1600, false);
      Path pictures = Path.of(System.getProperty("longhaul.pictures", folder.toString()));
      int height = chromium.evaluate("document.documentElement.scrollHeight").asInt();
      chromium.picture(pictures.resolve("history.png"), 1200, 0, height);

      assertThat(chromium.problems()).isEmpty();
      assertThat(chromium.requests()).containsExactly(page.toUri().toString());
      assertThat(chromium.evaluate("document.querySelectorAll('.plot canvas').length").asInt())
          .isEqualTo(2);
      assertThat(
              chromium
                  .evaluate("[...document.querySelectorAll('.verdict')].map(v => v.innerText)")
                  .toString())
          .contains("The level changed with night-18: from 119.", "Too few runs");
      assertThat(
              chromium
                  .evaluate(
                      "[...document.querySelectorAll('#series-1 tr')].filter(r =>"
                          + " r.innerText.includes('level changed')).map(r =>"
                          + " r.children[1].innerText).join()")
                  .asText())
          .isEqualTo("night-18");
    }
  }

  private static List<PastRun> runs() {
    Random random = new Random(5);
    List<PastRun> runs = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      double value = (i < 18 ? 120 : 138) + 2 * random.nextGaussian();
      runs.add(aRun("night-" + i, i, "8", value));
    }
    for (int i = 0; i < 3; i++) {
      runs.add(aRun("wide-" + i, 30 + i, "16", 200 + i));
    }
    return runs;
  }

  private static PastRun aRun(String name, int day, String concurrency, double value) {
    return new PastRun(
        name,
        START + day * DAY,
        List.of("m"),
        value,
        "",
        Map.of("load.profiling.concurrency", concurrency));
  }
}
