package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import java.util.List;
import java.util.stream.Stream;

/**
 * A series that is over.
 *
 * @param runs those that were started
 * @param interrupted whether somebody did not want the others
 */
record EndedSeries(List<EndedRun> runs, boolean interrupted) {
  EndedSeries {
    runs = List.copyOf(runs);
  }

  /** The one that wins among the runs'. */
  ExitCode exitCode() {
    return ExitCode.of(
        Stream.concat(
                runs.stream().map(EndedRun::exitCode),
                interrupted ? Stream.of(ExitCode.INTERRUPTED) : Stream.empty())
            .toList());
  }
}
