package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateFilesTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private final RateFiles files = new RateFiles(new OptionProblems());

  @Test
  void aSeriesIsStraightFromPointToPointAndLevelOutside() throws IOException {
    // AIPerf's golden case: 0:1, 5:11, 10:21, 20:13, 30:5, 99:5.
    String points = "[{'time_s':0,'qps':1},{'time_s':10,'qps':21},{'time_s':30,'qps':5}]";

    RateCurve curve = seriesIn(points);

    assertThat(curve)
        .isEqualTo(
            new RateCurve(
                List.of(
                    RateStage.line(1, 21, 10 * SECOND),
                    RateStage.line(21, 5, 20 * SECOND),
                    RateStage.level(5, RateStage.WITHOUT_END)),
                false));
    assertThat(seriesIn("{'points':" + points + "}")).isEqualTo(curve);
  }

  @Test
  void aSeriesMayBeginLater() throws IOException {
    assertThat(seriesIn("[{'time_s':5,'qps':2},{'time_s':6.5,'qps':4}]").stages())
        .containsExactly(
            RateStage.level(2, 5 * SECOND),
            RateStage.line(2, 4, 3 * SECOND / 2),
            RateStage.level(4, RateStage.WITHOUT_END));
  }

  @Test
  void stagesAreLevelsLinesAndWavesInAnyUnit() throws IOException {
    assertThat(
            stagesIn(
                """
                # a day
                .5:90     # in seconds
                0.5..4:1.5h
                wave 0.75..3 150s:10m

                4..0:500ms
                0:1d
                repeat
                """))
        .isEqualTo(
            new RateCurve(
                List.of(
                    RateStage.level(0.5, 90 * SECOND),
                    RateStage.line(0.5, 4, 5_400 * SECOND),
                    RateStage.wave(0.75, 3, 150 * SECOND, 600 * SECOND),
                    RateStage.line(4, 0, SECOND / 2),
                    RateStage.level(0, 86_400 * SECOND)),
                true));
  }

  @Test
  void stagesWithoutRepeatEnd() throws IOException {
    assertThat(stagesIn("5:10\n1:20\n").durationNanos()).isEqualTo(30 * SECOND);
  }

  private RateCurve seriesIn(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("series.json"), json.replace('\'', '"'));
    return files.series("--request-rate-series", file.toString()).orElseThrow();
  }

  private RateCurve stagesIn(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("stages.txt"), text);
    return files.stages("--request-rate-stages", file.toString()).orElseThrow();
  }
}
