package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.sinks.aggregate.RunOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of a series that are over, in their order.
 *
 * @param runs those that were started
 */
record FinishedRuns(List<FinishedRun> runs) {
  FinishedRuns {
    runs = List.copyOf(runs);
  }

  /** What those of a cell came to. */
  List<RunOutcome> outcomesOf(String cell) throws IOException {
    List<RunOutcome> outcomes = new ArrayList<>();
    for (FinishedRun each : runs) {
      if (each.run().cell().equals(cell)) {
        outcomes.add(each.outcome());
      }
    }
    return outcomes;
  }

  /** Names those that did not end well, and those without figures. */
  void printFailures(PrintStream err) throws IOException {
    for (FinishedRun each : runs) {
      String label = each.run().label();
      if (each.exitCode() != ExitCode.DONE) {
        err.println("Note: " + label + " ended with exit status " + each.exitCode().status());
      }
      RunOutcome outcome = each.outcome();
      if (outcome.hasFailed()) {
        err.println("Note: " + label + " has no figures: " + outcome.failure());
      }
    }
  }
}
