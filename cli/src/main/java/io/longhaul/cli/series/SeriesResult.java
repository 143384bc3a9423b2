package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A series that is over.
 *
 * @param planned how many runs there could have been
 * @param runs those that were started
 * @param interrupted whether somebody did not want the others
 */
record SeriesResult(int planned, List<FinishedRun> runs, boolean interrupted) {
  SeriesResult {
    runs = List.copyOf(runs);
  }

  /** The one that wins among the runs'. */
  ExitCode exitCode() {
    return ExitCode.of(
        Stream.concat(
                runs.stream().map(FinishedRun::exitCode),
                interrupted ? Stream.of(ExitCode.INTERRUPTED) : Stream.empty())
            .toList());
  }

  /** What was wrong and where to look; empty if every run ended well. */
  Optional<String> closingSentence() {
    ExitCode worst = exitCode();
    if (worst == ExitCode.DONE) {
      return Optional.empty();
    }
    if (worst == ExitCode.INTERRUPTED) {
      return Optional.of(
          "The series was interrupted: %d of %d runs were started, and what they measured until then is in their folders"
              .formatted(runs.size(), planned));
    }
    FinishedRun first =
        runs.stream().filter(run -> run.exitCode() == worst).findFirst().orElseThrow();
    long bad = runs.stream().filter(run -> run.exitCode() != ExitCode.DONE).count();
    int notStarted = worst.endsSeries() ? planned - runs.size() : 0;
    return Optional.of(
        "%d of %d runs ended with an error%s: %s with exit status %d, %s (look at what it printed above, or into %s)"
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
