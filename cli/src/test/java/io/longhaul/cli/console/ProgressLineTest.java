package io.longhaul.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.longhaul.control.coordinator.LiveLoad;
import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ProgressLineTest {
  private static final Duration SELDOM = Duration.ofHours(1);
  private static final long WAIT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(written, true, UTF_8);

  @Test
  void theRewrittenLineShowsTheNewestSlice() throws InterruptedException {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.REWRITTEN, SELDOM)) {
      line.follow(
          LoadProgress.UNKNOWN, () -> new LiveLoad(1234, 8, 0, 0), () -> Optional.of(aSlice(7)));
      line.starting(1);

      awaitText("7  24.5");
    }
    assertThat(text()).contains("\r").doesNotContain("\n").endsWith("\r\u001b[K");
  }

  @Test
  void linesInAPipeAreNeverRewritten() throws InterruptedException {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, SELDOM)) {
      line.follow(
          LoadProgress.UNKNOWN, () -> new LiveLoad(1234, 8, 0, 0), () -> Optional.of(aSlice(7)));
      line.starting(1);

      awaitText("\n");
      awaitText("1,234 sent");
    }
    assertThat(text()).doesNotContain("\r", "\u001b").endsWith("\n");
    assertThat(text().lines().toList())
        .last()
        .asString()
        .endsWith(
            " s  slice 7  24.5 requests/s  TTFT p50 80.5 p99 1,250 ms  1,612 tokens/s  1 error"
                + "  8.2 in flight  GPUs 512 W  not trusted: machine busy  1,234 sent");
  }

  @Test
  void progressAndRemainingTimeAreShown() throws InterruptedException {
    LoadProgress hour =
        new LoadProgress(OptionalLong.empty(), OptionalLong.of(TimeUnit.HOURS.toNanos(1)), false);
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, SELDOM)) {
      line.follow(hour, () -> new LiveLoad(12, 8, 0, 0), Optional::empty);
      line.starting(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - 900_000));

      awaitText("Running  25 %, 45 min left  12 sent  8 in flight\n");
    }
  }

  @Test
  void aScreenReceivesTheProgressInsteadOfLines() throws InterruptedException {
    LoadProgress hour =
        new LoadProgress(OptionalLong.empty(), OptionalLong.of(TimeUnit.HOURS.toNanos(1)), false);
    RecordingScreen screen = new RecordingScreen();
    try (ProgressLine line = ProgressLine.onScreen(err, SELDOM, screen)) {
      line.follow(hour, () -> new LiveLoad(12, 8, 0, 0), Optional::empty);
      await(() -> screen.shows("Starting", ""));
      line.starting(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - 900_000));
      await(() -> screen.shows("Running", "25 %, 45 min left"));
      line.loadEnded();
      await(() -> screen.shows("Counting", ""));
      line.warned("the disk is slow");
      assertThat(screen.closed).isFalse();
    }
    assertThat(screen.closed).isTrue();
    assertThat(text()).isEqualTo("Warning: the disk is slow\n");
  }

  private static final class RecordingScreen implements WholeScreen {
    private volatile String newest = "";
    private volatile boolean closed;

    @Override
    public void show(ProgressSnapshot progress) {
      newest = progress.stage() + " " + progress.shareInWords();
    }

    boolean shows(String stage, String share) {
      return newest.equals(stage + " " + share);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void linesContinueBeforeTheNextSlice() throws InterruptedException {
    AtomicLong sent = new AtomicLong();
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, Duration.ofMillis(1))) {
      line.follow(
          LoadProgress.UNKNOWN,
          () -> new LiveLoad(sent.incrementAndGet(), 0, 0, 0),
          () -> Optional.of(aSlice(7)));
      line.starting(1);

      await(() -> text().lines().count() >= 3);
    }
    assertThat(text().lines().filter(line -> line.contains("slice 7"))).hasSize(1);
    assertThat(text().lines().toList()).last().asString().contains("Running", " sent");
  }

  @Test
  void countingShowsItsProgress() throws InterruptedException {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, Duration.ofMillis(1))) {
      line.loadEnded();
      awaitText("Counting\n");
      line.rowsCommitted(1234, OptionalLong.empty());
      awaitText("Counting  1,234 rows written\n");
      line.rowsCommitted(1300, OptionalLong.of(20_000));
      awaitText("Counting  1,300 of 20,000 rows written\n");
    }
  }

  @Test
  void newsOfTheFiguresArePermanentLines() {
    String news = "Shift: Request Latency p99 since 0:32:10, 212.00 to 251.00 ms (+18 %)";
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, SELDOM)) {
      line.news(news);
    }
    assertThat(text().lines().filter(news::equals)).hasSize(1);
  }

  @Test
  void aMarkIsPrintedOnceAlsoWithoutProgress() {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.NONE, SELDOM)) {
      line.marked(new Mark(0, 1L, "deployed", MarkSource.API));
    }
    assertThat(text()).isEqualTo("Mark: deployed\n");
  }

  @Test
  void withoutProgressNewsAreOnlyLogged() {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.NONE, SELDOM)) {
      line.news("Shift: …");
    }
    assertThat(text()).isEmpty();
  }

  @Test
  void beforeTheFirstSliceTheGeneratorsFiguresAreShown() throws InterruptedException {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, SELDOM)) {
      line.follow(LoadProgress.UNKNOWN, () -> new LiveLoad(12, 8, 3, 0), Optional::empty);
      line.starting(1);

      awaitText("Running  12 sent  8 in flight  3 waiting\n");
    }
  }

  @Test
  void slicesAreShownAtTheConfiguredInterval() throws InterruptedException {
    AtomicLong newest = new AtomicLong();
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, Duration.ofMillis(1))) {
      line.follow(
          LoadProgress.UNKNOWN,
          () -> LiveLoad.NONE,
          () -> Optional.of(aSlice(newest.incrementAndGet())));
      line.starting(1);

      awaitText("slice 2");
      awaitText("slice 3");
    }
  }

  @Test
  void withoutAnIntervalOnlyStagesAreShown() throws InterruptedException {
    AtomicLong newest = new AtomicLong();
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.LINES, Duration.ZERO)) {
      line.follow(
          LoadProgress.UNKNOWN,
          () -> LiveLoad.NONE,
          () -> Optional.of(aSlice(newest.incrementAndGet())));
      line.starting(1);
      awaitText("slice ");
      long before = newest.get();
      await(() -> newest.get() > before + 1);
      line.loadEnded();
      awaitText("Counting");
    }
    assertThat(text().lines()).as("one for each stage").hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void theLogIsWrittenEvenIfNothingIsShown() throws InterruptedException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.list = new CopyOnWriteArrayList<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(ProgressLine.class);
    logger.addAppender(log);
    logger.setLevel(Level.INFO);
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.NONE, SELDOM)) {
      line.follow(LoadProgress.UNKNOWN, () -> LiveLoad.NONE, () -> Optional.of(aSlice(7)));
      line.starting(1);
      await(
          () -> log.list.stream().anyMatch(each -> each.getFormattedMessage().contains("slice 7")));
    } finally {
      logger.detachAppender(log);
      logger.setLevel(null);
    }
    assertThat(text()).isEmpty();
  }

  @Test
  void warningsAreAlwaysShown() {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.NONE, SELDOM)) {
      line.warned("the disk is slow");
    }
    assertThat(text()).isEqualTo("Warning: the disk is slow\n");
  }

  @Test
  void theReasonOfAnEarlyStopIsAlwaysShown() {
    try (ProgressLine line = new ProgressLine(err, ProgressStyle.NONE, SELDOM)) {
      line.stopping("");
      line.stopping("5 consecutive requests failed");
    }
    assertThat(text()).isEqualTo("Stopping early: 5 consecutive requests failed\n");
  }

  @Test
  void sevenFiguresAndTheTimeFitIntoEightyColumns() {
    LineFields line = new LineFields();
    line.add(" 23.5 s");
    SliceRow slice = aSlice(9);
    slice.put("trusted", true);
    LiveSlice.addTo(line, slice);

    assertThat(line.text(79))
        .isEqualTo(
            " 23.5 s  #9  24.5/s  TTFT 80.5/1,250 ms  1,612 tok/s  1 err  8 in flight  512 W");
  }

  @Test
  void aNarrowTerminalShowsProgressAndRemainingTimeFirst() {
    LineFields line = new LineFields();
    line.add(" 23.5 s");
    new LoadProgress(OptionalLong.empty(), OptionalLong.of(TimeUnit.MINUTES.toNanos(10)), false)
        .addTo(line, TimeUnit.SECONDS.toNanos(150), LiveLoad.NONE);
    SliceRow slice = aSlice(9);
    slice.put("trusted", true);
    LiveSlice.addTo(line, slice);

    assertThat(line.text(79))
        .isEqualTo(" 23.5 s  25 % -7min30s  #9  24.5/s  TTFT 80.5/1,250 ms  1,612 tok/s  1 err");
    assertThat(line.text(119))
        .isEqualTo(
            " 23.5 s  25 % -7min30s  #9  24.5/s  TTFT 80.5/1,250 ms  1,612 tok/s  1 err"
                + "  8 in flight  512 W");
  }

  @Test
  void aResponseWithoutStreamingShowsItsRequestLatency() {
    SliceRow slice = aSlice(0);
    slice.put("request_latency_ns", slice.getTimeToFirstTokenNs());
    slice.put("time_to_first_token_ns", null);
    LineFields line = new LineFields();
    LiveSlice.addTo(line, slice);

    assertThat(line.text()).contains("latency p50 80.5 p99 1,250 ms").doesNotContain("TTFT");
  }

  private void awaitText(String expected) throws InterruptedException {
    await(() -> text().contains(expected));
  }

  private void await(BooleanSupplier fact) throws InterruptedException {
    long deadline = System.nanoTime() + WAIT_TIMEOUT_NANOS;
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting behind " + text()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private String text() {
    return written.toString(UTF_8);
  }

  /** Two seconds long. */
  private static SliceRow aSlice(long index) {
    SliceRow slice = new SliceRow();
    slice.put("run_id", "run");
    slice.put("slice_index", index);
    slice.put("covered_ns", 2_000_000_000L);
    slice.put("requests_ok", 49L);
    slice.put("valid_requests", 49L);
    slice.put("http_errors", 1L);
    slice.put("output_tokens_arrived", 3224L);
    slice.put("in_flight_request_ns", 16_400_000_000L);
    slice.put("gpu_power_watts", 512.4);
    slice.put("trusted", false);
    slice.put("distrust", List.of("machine busy"));
    slice.put("distrust_causes", List.of());
    slice.put("time_to_first_token_ns", latency(80.5, 1250));
    return slice;
  }

  private static Distribution latency(double p50Millis, double p99Millis) {
    Distribution latency = new Distribution();
    latency.put("p50", p50Millis * 1e6);
    latency.put("p99", p99Millis * 1e6);
    latency.put("histogram", ByteBuffer.allocate(0));
    return latency;
  }
}
