package io.longhaul.cli.series;

import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.longhaul.RunOutcomeFile;
import java.io.IOException;

/** A finished run of a series with its exit code. */
public record FinishedRun(PlannedRun run, ExitCode exitCode) {

  /** Reads the run's figures, under the name that AIPerf's files give the run. */
  RunOutcome outcome() throws IOException {
    return RunOutcomeFile.read(PlannedRun.name(run.number()), run.layout().profileJson());
  }
}
