package io.longhaul.cli.run;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.aiperf.LinesAhead;
import io.longhaul.report.aiperf.RecordJson;
import io.longhaul.report.aiperf.ReportedRequests;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesFollowerTest {
  private static final String RUN = "run";
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private ExportLayout layout;
  private Lake lake;

  @BeforeEach
  void aLake() throws IOException {
    layout = new ExportLayout(folder.resolve("out"));
    Files.createDirectories(layout.folder());
    FakePipeline pipeline = new FakePipeline(folder.resolve("lake"), RUN);
    for (int i = 0; i < 100; i++) {
      pipeline.with(aRequest(RUN, "r" + i, 10L * i, 10L * i + 500));
    }
    lake = pipeline.finished(at(20_000));
  }

  @Test
  void linesThatWereWrittenDuringTheRunAreTheDocument() throws IOException {
    try (LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ZERO)) {
      await(() -> sizeOfHidden() > 0);
      Object identity = identityOf(hidden().get(0));

      write(layout, follower);

      assertThat(identityOf(layout.recordsJsonl())).isEqualTo(identity);
    }

    assertSameLinesAsAtTheEnd();
  }

  @Test
  void theEndWritesTheLinesIfSomeoneDeletedThem() throws IOException {
    try (LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ZERO)) {
      await(() -> sizeOfHidden() > 0);
      Files.delete(hidden().get(0));

      write(layout, follower);
    }

    assertSameLinesAsAtTheEnd();
  }

  @Test
  void aHiddenFileThatCannotBeDeletedIsNoProblemOfTheRun() throws IOException {
    LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ZERO);
    await(() -> sizeOfHidden() > 0);
    Path hidden = hidden().get(0);
    Files.delete(hidden);
    Files.createDirectories(hidden.resolve("in the way"));

    follower.close();

    assertThat(hidden).isDirectory();
  }

  @Test
  void theDiskIsNotFilledAfterTheLastRequestEither() throws IOException {
    try (LinesFollower follower =
        follow(
            LinesFollowerTest::unlimited,
            bytes -> Optional.of("only 1 MB is free"),
            Duration.ofDays(1))) {
      assertThat(follower.publish(requests(), false)).isFalse();
      assertThat(hidden()).isEmpty();
    }
  }

  @Test
  void whileTheMachineIsBusyNothingIsWritten() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    Supplier<BackgroundPace> busy =
        () ->
            new BackgroundPace(
                1,
                System::nanoTime,
                () -> 0,
                () -> {
                  asked.countDown();
                  return 0.9;
                });
    try (LinesFollower follower = follow(busy, Duration.ZERO)) {
      assertThat(asked.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(hidden()).isEmpty();

      write(layout, follower);
    }

    assertSameLinesAsAtTheEnd();
  }

  @Test
  void onAnAlmostFullDiskTheEndWritesTheLines() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    LongFunction<Optional<String>> shortage =
        bytes -> {
          asked.countDown();
          return Optional.of("only 1 MB is free");
        };
    try (LinesFollower follower = follow(LinesFollowerTest::unlimited, shortage, Duration.ZERO)) {
      assertThat(asked.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(follower.publish(requests(), false)).isFalse();
      assertThat(hidden()).isEmpty();
      write(layout, follower);
    }

    assertSameLinesAsAtTheEnd();
  }

  @Test
  void anInterruptedRunDeletesItsHiddenLines() throws IOException {
    LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ZERO);
    await(() -> sizeOfHidden() > 0);

    Thread.currentThread().interrupt();
    follower.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(hidden()).isEmpty();
  }

  @Test
  void aShortRunHasItsLinesWrittenAtTheEnd() throws IOException {
    try (LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ofDays(1))) {
      await(LinesFollowerTest::isResting);
      assertThat(hidden()).isEmpty();

      write(layout, follower);
    }

    assertSameLinesAsAtTheEnd();
  }

  @Test
  void aRunThatFailsLeavesNoHiddenFileAndNoThread() throws IOException {
    LinesFollower follower = follow(LinesFollowerTest::unlimited, Duration.ZERO);
    await(() -> sizeOfHidden() > 0);

    follower.close();

    assertThat(hidden()).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("lines-ahead");
  }

  private static boolean isResting() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("lines-ahead")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }

  private static BackgroundPace unlimited() {
    return new BackgroundPace(1, System::nanoTime, () -> 0, () -> 0);
  }

  private LinesFollower follow(Supplier<BackgroundPace> pace, Duration firstAfter) {
    return follow(pace, bytes -> Optional.empty(), firstAfter);
  }

  private LinesFollower follow(
      Supplier<BackgroundPace> pace,
      LongFunction<Optional<String>> diskShortage,
      Duration firstAfter) {
    return LinesFollower.start(
        LinesAhead.of(
            layout.recordsJsonl(),
            lake,
            RUN,
            new RecordJson.Format("client_tokenizer", false, false)),
        pace,
        diskShortage,
        firstAfter);
  }

  private ReportedRequests requests() throws IOException {
    return new ReportedRequests(RunReport.read(lake, RUN), lake);
  }

  private static Object identityOf(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }

  private void write(ExportLayout into, LinesFollower follower) throws IOException {
    RunDocuments.write(
        RunReport.read(lake, RUN), Optional.empty(), lake, into, ExportLevel.RECORDS, follower);
  }

  private void assertSameLinesAsAtTheEnd() throws IOException {
    ExportLayout other = new ExportLayout(folder.resolve("at-the-end"));
    RunDocuments.write(RunReport.read(lake, RUN), lake, other, ExportLevel.RECORDS);
    assertThat(layout.recordsJsonl()).hasSameBinaryContentAs(other.recordsJsonl());
    assertThat(hidden()).isEmpty();
  }

  private long sizeOfHidden() {
    try {
      return hidden().isEmpty() ? 0 : Files.size(hidden().get(0));
    } catch (IOException e) {
      return 0;
    }
  }

  private List<Path> hidden() throws IOException {
    try (Stream<Path> files = Files.list(layout.folder())) {
      return files.filter(file -> file.getFileName().toString().startsWith(".")).toList();
    }
  }

  private static void await(BooleanSupplier fact) {
    Instant deadline = Instant.now().plus(DEADLINE);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
      Thread.onSpinWait();
    }
  }
}
