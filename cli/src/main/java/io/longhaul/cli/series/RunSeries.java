package io.longhaul.cli.series;

import io.longhaul.cli.run.Interrupts;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Executes runs in sequence until one ends the series by its {@link ExitCode}. */
final class RunSeries {
  private final RunStarter starter;
  private final RunFilter watch;
  private final SeriesCooldown cooldown;
  private final PrintStream err;
  private Optional<StartedRun> current = Optional.empty();
  private boolean interrupted;

  /**
   * Creates a series without starting it.
   *
   * @param watch decides which runs are executed
   * @param cooldown determines the pause between runs
   * @param err receives a line for each run
   */
  RunSeries(RunStarter starter, RunFilter watch, SeriesCooldown cooldown, PrintStream err) {
    this.starter = starter;
    this.watch = watch;
    this.cooldown = cooldown;
    this.err = err;
  }

  /**
   * Executes the runs in order; forwards Ctrl-C to the current run.
   *
   * @return the result of the series
   */
  @SuppressWarnings("try") // only installs the signal handlers
  SeriesResult execute(List<PlannedRun> runs) throws IOException, InterruptedException {
    try (Interrupts interrupts = new Interrupts(number -> interrupt())) {
      return new SeriesResult(runs.size(), oneByOne(runs), wasInterrupted());
    }
  }

  private synchronized boolean wasInterrupted() {
    return interrupted;
  }

  private List<FinishedRun> oneByOne(List<PlannedRun> runs)
      throws IOException, InterruptedException {
    List<FinishedRun> ended = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      PlannedRun run = runs.get(i);
      if (!watch.wants(run, List.copyOf(ended))) {
        continue;
      }
      if (!ended.isEmpty()) {
        pause(cooldown.between(ended.get(ended.size() - 1).run(), run));
      }
      SeriesPosition place = ended.isEmpty() ? SeriesPosition.FIRST : SeriesPosition.LATER;
      Optional<StartedRun> started = start(run, place, i + 1, runs.size());
      if (started.isEmpty()) {
        break;
      }
      ExitCode exitCode = await(started.get());
      ended.add(new FinishedRun(run, exitCode));
      if (exitCode.endsSeries()) {
        break;
      }
    }
    return ended;
  }

  private synchronized Optional<StartedRun> start(
      PlannedRun run, SeriesPosition place, int number, int of) throws IOException {
    if (interrupted) {
      return Optional.empty();
    }
    err.println("Run " + number + " of " + of + ": " + run.layout().folder());
    current = Optional.of(starter.start(run, place));
    return current;
  }

  private ExitCode await(StartedRun run) throws InterruptedException {
    try (run) {
      return ExitCode.ofStatus(run.await());
    } finally {
      forget();
    }
  }

  private synchronized void forget() {
    current = Optional.empty();
  }

  private synchronized void pause(Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    for (long left = length.toNanos(); left > 0 && !interrupted; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Forwards Ctrl-C to the current run and starts no further run. Thread-safe. */
  synchronized void interrupt() {
    interrupted = true;
    notifyAll();
    current.ifPresent(StartedRun::interrupt);
  }
}
