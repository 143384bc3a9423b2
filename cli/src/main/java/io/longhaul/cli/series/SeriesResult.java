package io.longhaul.cli.series;

import io.longhaul.control.ExitCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result of a series.
 *
 * @param planned number of planned runs
 * @param runs the runs that were started
 * @param interrupted whether the user interrupted the series
 */
record SeriesResult(int planned, List<FinishedRun> runs, boolean interrupted) {
  SeriesResult {
    runs = List.copyOf(runs);
  }

  /** Returns the exit code of the runs with the highest precedence. */
  ExitCode exitCode() {
    return ExitCode.of(
        Stream.concat(
                runs.stream().map(FinishedRun::exitCode),
                interrupted ? Stream.of(ExitCode.INTERRUPTED) : Stream.empty())
            .toList());
  }

  /** Returns what went wrong and where to look; empty if every run succeeded. */
  Optional<String> closingSentence() {
    ExitCode worst = exitCode();
    if (worst == ExitCode.DONE) {
      return Optional.empty();
    }
    if (worst == ExitCode.INTERRUPTED) {
      return Optional.of(
          "The series was interrupted: %d of %d runs were started; their folders contain the data until then"
              .formatted(runs.size(), planned));
    }
    FinishedRun first =
        runs.stream().filter(run -> run.exitCode() == worst).findFirst().orElseThrow();
    long bad = runs.stream().filter(run -> run.exitCode() != ExitCode.DONE).count();
    int notStarted = worst.endsSeries() ? planned - runs.size() : 0;
    return Optional.of(
        "%d of %d runs ended with an error%s: %s with exit status %d, %s (see its output above, or the logs in %s)"
            .formatted(
                bad,
                planned,
                notStarted > 0 ? " and " + notStarted + " were not started" : "",
                first.run().label(),
                worst.status(),
                worst.meaning(),
                first.run().layout().processLogs()));
  }
}
