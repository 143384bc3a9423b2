package io.longhaul.report.compare;

import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SeededRequests;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeRunTest {
  private static final String RUN = "run";
  private static final int REQUESTS = 2_000;
  private static final long RUN_MILLIS = 40_000;

  @TempDir Path folder;

  @Test
  void theBinsGiveTheFiguresOfTheReport() throws IOException {
    ComparedRun run = read();
    int[] once = new int[run.bins().size()];
    Arrays.fill(once, 1);

    assertThat(run.bins().size()).isGreaterThan(30);
    assertThat(run.figures()).hasSizeGreaterThan(10);
    run.figures()
        .forEach(
            (figure, value) -> {
              double allowed = Double.isNaN(figure.quantile()) ? 1e-6 : 0.01;
              assertThat(run.bins().figure(figure, once))
                  .as(figure.text())
                  .isCloseTo(value, within(value * allowed));
            });
  }

  @Test
  void figuresAreThoseOfTheReport() throws IOException {
    ComparedRun run = read();

    assertThat(run.figure(ComparedFigure.GOODPUT)).isPositive();
    assertThat(run.figure(ComparedFigure.REQUEST_ERROR_RATE)).isPositive();
    assertThat(run.figure(ComparedFigure.ENERGY_PER_OUTPUT_TOKEN)).isNaN();
    assertThat(run.facts().seconds()).isCloseTo(RUN_MILLIS / 1e3, within(2.0));
    assertThat(RunComparison.of(List.of(run, run), 2).get(0).figures())
        .noneMatch(each -> each.verdict() == Verdict.BASELINE_BETTER);
  }

  private ComparedRun read() throws IOException {
    SeededRequests seeded = new SeededRequests(3, SloSet.parse("request_latency:250"));
    FakePipeline pipeline = new FakePipeline(folder, RUN).promising("request_latency", 250);
    for (int i = 0; i < REQUESTS; i++) {
      pipeline.with(seeded.next(RUN, i, (RUN_MILLIS - 1_500) * i / REQUESTS));
    }
    Lake lake = pipeline.finished(at(RUN_MILLIS));
    return LakeRun.read("folder", lake, RunReport.read(lake, RUN));
  }
}
