package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunSeriesTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> happened = new ArrayList<>();
  private final List<SeriesPosition> places = new ArrayList<>();

  /** Ends with its own status, or with that of an interrupt. */
  private class FakeRun implements StartedRun {
    private final String label;
    private final CompletableFuture<Integer> status;
    private int interrupts;

    FakeRun(String label, CompletableFuture<Integer> status) {
      this.label = label;
      this.status = status;
    }

    @Override
    public int await() {
      return status.join();
    }

    @Override
    public void interrupt() {
      interrupts++;
      happened.add("interrupt " + interrupts + " of " + label);
      if (interrupts == 2) {
        status.complete(ExitCode.INTERRUPTED.status());
      }
    }

    @Override
    public void close() {
      happened.add("close " + label);
    }
  }

  @Test
  void runsAreExecutedInSequence() throws Exception {
    RunSeries series = series(0, 3, 0);

    assertThat(exitCodes(series.execute(runs(3))))
        .containsExactly(ExitCode.DONE, ExitCode.THRESHOLD_MISSED, ExitCode.DONE);
    assertThat(happened)
        .containsExactly(
            "start run 1",
            "close run 1",
            "run 1 cools down before run 2",
            "start run 2",
            "close run 2",
            "run 2 cools down before run 3",
            "start run 3",
            "close run 3");
    assertThat(err.toString(UTF_8)).startsWith("Run 1 of 3: ").contains("Run 3 of 3: ");
  }

  @Test
  void aSeriesContinuesAfterADeadTarget() throws Exception {
    assertThat(series(4, 5, 7, 0).execute(runs(4)).runs()).hasSize(4);
  }

  @Test
  void anInfrastructureFailureEndsTheSeries() throws Exception {
    for (int status : new int[] {1, 2, 6, 130, 143, 137}) {
      assertThat(series(status, 0).execute(runs(2)).runs()).as("" + status).hasSize(1);
    }
  }

  @Test
  void anEndedSeriesNamesTheRunAndTheNumberOfRunsNotStarted() throws Exception {
    assertThat(series(0, 6, 0, 0).execute(runs(4)).closingSentence())
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .startsWith(
                        "1 of 4 runs ended with an error and 2 were not started: run 2 with exit"
                            + " status 6, Kafka or Flink failed (see its output above, or the"
                            + " logs in "));
    assertThat(series(0, 0).execute(runs(2)).closingSentence()).isEmpty();
  }

  @Test
  void eachRunReceivesItsPosition() throws Exception {
    series(0, 0, 0).execute(runs(3));

    assertThat(places)
        .containsExactly(SeriesPosition.FIRST, SeriesPosition.LATER, SeriesPosition.LATER);
  }

  @Test
  void interruptsAreForwardedAndEndTheSeries() throws Exception {
    CompletableFuture<Integer> open = new CompletableFuture<>();
    CountDownLatch started = new CountDownLatch(1);
    RunSeries series =
        new RunSeries(
            (run, place) -> {
              started.countDown();
              return new FakeRun(run.label(), open);
            },
            RunFilter.NONE,
            SeriesCooldown.NONE,
            printing());
    CompletableFuture<SeriesResult> ended =
        CompletableFuture.supplyAsync(() -> executed(series, runs(2)));

    started.await();
    series.interrupt();
    series.interrupt();

    assertThat(exitCodes(ended.get(30, TimeUnit.SECONDS))).containsExactly(ExitCode.INTERRUPTED);
    assertThat(ended.get().closingSentence())
        .contains(
            "The series was interrupted: 1 of 2 runs were started; their folders contain the data"
                + " until then");
    assertThat(happened)
        .containsExactly("interrupt 1 of run 1", "interrupt 2 of run 1", "close run 1");
  }

  @Test
  void anInterruptEndsTheCooldown() throws Exception {
    CountDownLatch firstOver = new CountDownLatch(1);
    RunSeries series =
        new RunSeries(
            (run, place) ->
                new FakeRun(run.label(), CompletableFuture.completedFuture(0)) {
                  @Override
                  public void close() {
                    firstOver.countDown();
                  }
                },
            RunFilter.NONE,
            (last, next) -> Duration.ofHours(1),
            printing());
    CompletableFuture<SeriesResult> ended =
        CompletableFuture.supplyAsync(() -> executed(series, runs(2)));

    firstOver.await();
    series.interrupt();

    assertThat(exitCodes(ended.get(30, TimeUnit.SECONDS))).containsExactly(ExitCode.DONE);
    assertThat(ended.join().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void anyArgumentsRoundTrip() {
    List<String> words = List.of("profile", "", "-H", "X: ä\n\"'", "--goodput", "a:1 b:2");

    assertThat(ArgumentsLine.of(words)).doesNotContain("\n", " ");
    assertThat(ArgumentsLine.words(ArgumentsLine.of(words))).isEqualTo(words);
  }

  @Test
  void anUnwantedRunIsSkipped() throws Exception {
    List<Integer> known = new ArrayList<>();
    RunFilter watch =
        (next, ended) -> {
          known.add(ended.size());
          return !next.label().equals("run 2");
        };

    assertThat(series(watch, 0, 0).execute(runs(3)).runs())
        .extracting(ended -> ended.run().label())
        .containsExactly("run 1", "run 3");
    assertThat(known).containsExactly(0, 1, 1);
    assertThat(happened)
        .containsExactly(
            "start run 1",
            "close run 1",
            "run 1 cools down before run 3",
            "start run 3",
            "close run 3");
    assertThat(err.toString(UTF_8)).contains("Run 3 of 3: ").doesNotContain("Run 2 of 3");
  }

  private RunSeries series(int... statuses) {
    return series(RunFilter.NONE, statuses);
  }

  private RunSeries series(RunFilter watch, int... statuses) {
    happened.clear();
    return new RunSeries(
        (run, place) -> {
          happened.add("start " + run.label());
          places.add(place);
          int number = (int) happened.stream().filter(each -> each.startsWith("start")).count();
          return new FakeRun(run.label(), CompletableFuture.completedFuture(statuses[number - 1]));
        },
        watch,
        (last, next) -> {
          happened.add(last.label() + " cools down before " + next.label());
          return Duration.ZERO;
        },
        printing());
  }

  private PrintStream printing() {
    return new PrintStream(err, true, UTF_8);
  }

  private static SeriesResult executed(RunSeries series, List<PlannedRun> runs) {
    try {
      return series.execute(runs);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<PlannedRun> runs(int howMany) {
    return IntStream.rangeClosed(1, howMany)
        .mapToObj(
            number ->
                new PlannedRun(
                    "cell",
                    number,
                    "run " + number,
                    List.of("profile"),
                    new ExportLayout(Path.of("run" + number))))
        .toList();
  }

  private static List<ExitCode> exitCodes(SeriesResult ended) {
    return ended.runs().stream().map(FinishedRun::exitCode).toList();
  }
}
