package io.longhaul.cli.series;

import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.RunOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The finished runs of a series.
 *
 * @param runs finished runs in the order in which they were started
 */
record FinishedRuns(List<FinishedRun> runs) {
  FinishedRuns {
    runs = List.copyOf(runs);
  }

  /** Reads the figures of a cell's runs. */
  List<RunOutcome> outcomesOf(String cell) throws IOException {
    List<RunOutcome> outcomes = new ArrayList<>();
    for (FinishedRun each : runs) {
      if (each.run().cell().equals(cell)) {
        outcomes.add(each.outcome());
      }
    }
    return outcomes;
  }

  /** Prints the runs that ended with an error and those without figures. */
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
