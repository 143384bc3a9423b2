package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.sinks.aggregate.RunOutcome;
import io.longhaul.sinks.json.RunOutcomeFile;
import java.io.IOException;

/** A run of a series that is over, and what its process said about it. */
public record FinishedRun(PlannedRun run, ExitCode exitCode) {

  /** What it came to, by the name that AIPerf's files have for it. */
  RunOutcome outcome() throws IOException {
    return RunOutcomeFile.read(PlannedRun.name(run.number()), run.layout().profileJson());
  }
}
