package io.longhaul.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.console.ProgressSnapshot;
import io.longhaul.cli.dashboard.DashboardState.Event;
import io.longhaul.cli.dashboard.DashboardState.Totals;
import io.longhaul.cli.dashboard.SlicePoint.Percentiles;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.LiveLoad;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stability.LiveState;
import io.longhaul.metrics.stability.LiveVerdict;
import io.longhaul.metrics.stability.LiveVerdict.Change;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.report.figures.FigureOfSlices;
import io.longhaul.report.figures.LiveFigure;
import io.longhaul.wire.Health;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole screen is the assertion. */
class DashboardLayoutTest {
  private static final DashboardLayout BLOCKS =
      new DashboardLayout(Glyphs.BLOCKS, new Styles(true));
  private static final String LIVE_VIEW = "http://127.0.0.1:41234/?token=0123456789abcdefghijkl";
  private static final DashboardLayout PLAIN = new DashboardLayout(Glyphs.ASCII, new Styles(false));

  @ParameterizedTest
  @CsvSource({"80, 24", "120, 40", "200, 60"})
  void aRunningLoadFillsTheWindow(int columns, int rows) throws IOException {
    assertThat(text(BLOCKS.lines(running(), columns, rows)))
        .isEqualTo(golden("running-%dx%d.txt".formatted(columns, rows)));
  }

  @Test
  void asciiIsEnough() throws IOException {
    String screen = text(PLAIN.lines(running(), 80, 24));

    assertThat(screen).isEqualTo(golden("running-ascii-80x24.txt"));
    assertThat(screen.chars()).allMatch(character -> character < 128);
  }

  @Test
  void beforeTheFirstSliceTheProgressIsShown() throws IOException {
    DashboardState starting =
        new DashboardState(
            "mock-model at 127.0.0.1:8000, run r1",
            "",
            new ProgressSnapshot(
                "Building prompts and rehearsing",
                "",
                seconds(4),
                OptionalDouble.empty(),
                "",
                LiveLoad.NONE),
            List.of(),
            List.of(),
            new Totals(0, 0, Map.of()),
            List.of(),
            List.of(),
            List.of());

    assertThat(text(BLOCKS.lines(starting, 80, 24))).isEqualTo(golden("starting-80x24.txt"));
  }

  @Test
  void noLineIsWiderAndNoScreenHigherThanTheWindow() {
    for (int columns = 10; columns < 220; columns += 7) {
      for (int rows = 1; rows < 70; rows += 3) {
        List<AttributedString> lines = BLOCKS.lines(running(), columns, rows);

        assertThat(lines).hasSizeLessThanOrEqualTo(rows);
        assertThat(lines.stream().mapToInt(AttributedString::columnLength).max().orElse(0))
            .as("%d x %d", columns, rows)
            .isLessThanOrEqualTo(columns);
      }
    }
  }

  @Test
  void aSmallWindowStatesWhatIsNeeded() {
    assertThat(text(BLOCKS.lines(running(), 79, 19)))
        .contains("Running", "The dashboard needs 60 columns and 20 rows");
  }

  @Test
  void theSmallestWindowShowsEveryFigure() {
    assertThat(text(BLOCKS.lines(running(), DashboardLayout.MIN_COLUMNS, DashboardLayout.MIN_ROWS)))
        .contains(
            "TTFT",
            "ITL",
            "Request latency",
            "Requests/s",
            "Output tokens/s",
            "Goodput/s",
            "In flight",
            "Waiting",
            "Errors",
            "Trusted slices",
            "GPU power W",
            "2 generators",
            "not trusted",
            "Events");
  }

  @Test
  void theUrlOfTheLiveViewIsShownWholeOrNotAtAll() {
    assertThat(text(BLOCKS.lines(running(), 80, 27))).contains("Live view  " + LIVE_VIEW);
    assertThat(text(BLOCKS.lines(running(), 60, 27))).doesNotContain("Live view");
    assertThat(text(BLOCKS.lines(running(), 80, 26))).doesNotContain("Live view");
  }

  @Test
  void withoutColorNothingIsColored() {
    String ansi =
        PLAIN.lines(running(), 120, 40).stream()
            .map(AttributedString::toAnsi)
            .collect(Collectors.joining());

    assertThat(ansi).contains("\u001b[1m").doesNotContainPattern("\u001b\\[[0-9;]*3[0-7]m");
  }

  @Test
  void manyGpusAreCountedIfTheyDoNotFit() {
    DashboardState state = running();
    List<GpuNow> gpus = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      gpus.add(gpu(i));
    }
    DashboardState large =
        new DashboardState(
            state.title(),
            state.liveView(),
            state.progress(),
            state.lanes(),
            state.slices(),
            state.totals(),
            gpus,
            state.events(),
            List.of());

    assertThat(text(BLOCKS.lines(large, 120, 40))).contains("GPU 0", "32 GPUs", "and 16 more");
    assertThat(text(BLOCKS.lines(large, 120, 80))).contains("GPU 31").doesNotContain(" more\n");
  }

  @Test
  void shiftsAreShownBeforePossibleOnes() throws IOException {
    DashboardState state = running();
    DashboardState shifted =
        new DashboardState(
            state.title(),
            state.liveView(),
            state.progress(),
            state.lanes(),
            state.slices(),
            state.totals(),
            state.gpus(),
            state.events(),
            List.of(
                figure(LiveState.POSSIBLE_SHIFT, 24, 98.1, 101.2),
                figure(LiveState.STEADY, 0, 0, 0),
                figure(LiveState.SHIFT, 22, 212, 251),
                figure(LiveState.DRIFT, 10, 80, 101)));

    assertThat(text(BLOCKS.lines(shifted, 80, 24))).isEqualTo(golden("shifted-80x24.txt"));
  }

  private static LiveFigure figure(LiveState state, long slice, double from, double to) {
    Optional<Change> change =
        state == LiveState.STEADY ? Optional.empty() : Optional.of(new Change(slice, from, to));
    FigureOfSlices latency =
        new FigureOfSlices("request_latency", "p99", "ms", row -> 0, MinimumEffect.USUAL);
    return new LiveFigure(latency, new LiveVerdict(state, 90, to, change), 4);
  }

  @Test
  void aServerCannotChangeTheTerminal() {
    DashboardState state = running();
    DashboardState hostile =
        new DashboardState(
            "model \u001b[2J",
            "",
            state.progress(),
            state.lanes(),
            state.slices(),
            new Totals(30, 1, Map.of("http_503\u001b]0;x\u0007", 1L)),
            state.gpus(),
            List.of(new Event(0, "Warning: \r\u001b[H")),
            List.of());

    assertThat(text(BLOCKS.lines(hostile, 120, 40))).doesNotContain("\u001b", "\u0007", "\r");
  }

  @Test
  void timesOfDaysAreReadable() {
    assertThat(DashboardLayout.clock(seconds(83))).isEqualTo("0:01:23");
    assertThat(DashboardLayout.clock(TimeUnit.HOURS.toNanos(49))).isEqualTo("2 d 1:00:00");
  }

  private static String text(List<AttributedString> lines) {
    return lines.stream()
        .map(line -> line.toString().stripTrailing() + "\n")
        .collect(Collectors.joining());
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = DashboardLayoutTest.class.getResourceAsStream(name)) {
      return new String(requireNonNull(file, name).readAllBytes(), UTF_8);
    }
  }

  /** Two minutes of a load of four, with slices of four seconds, one of them missing. */
  private static DashboardState running() {
    List<SlicePoint> slices = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      if (i != 12) {
        slices.add(slice(i));
      }
    }
    return new DashboardState(
        "llama-3 at localhost:8000, run 20261127-021500",
        LIVE_VIEW,
        new ProgressSnapshot(
            "Running",
            "",
            seconds(126),
            OptionalDouble.of(0.47),
            "47 %, 2 min 15 s left",
            new LiveLoad(12_345, 8, 0, 210_000)),
        List.of(lane("g0.1.0", "g0", 1.2), lane("g1.1.0", "g1", 0.9)),
        slices,
        new Totals(29, 1, Map.of("timeout", 1L, "http_503", 12L)),
        List.of(gpu(0), gpu(1)),
        List.of(
            new Event(seconds(4), "The generators are ready"),
            new Event(seconds(6), "The load starts"),
            new Event(seconds(83), "Warning: generator g1 ended (exit status 137); restarting it")),
        List.of());
  }

  private static SlicePoint slice(int index) {
    double wave = 1 + Math.sin(index / 4.0) / 4;
    return new SlicePoint(
        index,
        index == 21 ? List.of("machine busy: 4 % idle, at least 10 wanted") : List.of(),
        Map.of(
            Metric.TIME_TO_FIRST_TOKEN,
            new Percentiles(80.5 * wave, 98.1 * wave, 125 * wave),
            Metric.INTER_TOKEN_LATENCY,
            new Percentiles(12, 12.9, 14.12),
            Metric.REQUEST_LATENCY,
            new Percentiles(850 * wave, 1_210 * wave, 1_730 * wave)),
        24.5 / wave,
        1_612 / wave,
        23.1 / wave,
        0.943,
        index % 10 == 9 ? 2 : 0,
        8 * wave,
        0,
        index < 3 ? Double.NaN : 512.4 * wave);
  }

  private static GpuNow gpu(int index) {
    return new GpuNow("GPU " + index, "NVIDIA H100 80GB HBM3", 256.2, 97, 61.2e9, 85.5e9, 64);
  }

  private static LiveLane lane(String id, String process, double cores) {
    Health health =
        Health.newBuilder()
            .setSendLagP99Ns(210_000L)
            .setPauseMaxNs(3_100_000)
            .setProcessCpuCores(cores)
            .setHostIdleRatio(0.43)
            .build();
    return new LiveLane(id, process, false, false, false, 0, 6_000, 5_996, 4, 0, health);
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}
