package io.longhaul.cli.series;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.options.Repeats;
import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aiperf.AggregateDocuments;
import io.longhaul.report.console.SeriesTables;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the same run several times and aggregates its figures.
 *
 * @param given the options of all runs
 * @param layout layout of the folder of all runs
 * @param replace whether existing results in the folder are deleted
 * @param out receives the aggregate
 * @param err receives progress, warnings and notes
 */
public record RepeatedRuns(
    Repeats repeats,
    GivenOptions given,
    ExportLayout layout,
    boolean replace,
    RunStarter starter,
    PrintStream out,
    PrintStream err) {
  private static final String THE_ONLY_CELL = "";

  /** Executes the runs; returns the exit code of the runs with the highest precedence. */
  public ExitCode execute() throws IOException, InterruptedException {
    RunSeries series =
        new RunSeries(
            starter, new ConvergenceFilter(repeats, err), (last, next) -> repeats.cooldown(), err);
    return new SeriesFolder(layout, replace, err).execute(series, planned(), this::printAggregate);
  }

  private List<PlannedRun> planned() {
    List<PlannedRun> planned = new ArrayList<>();
    for (GivenOptions options : repeats.optionsOfRuns(given)) {
      int number = planned.size() + 1;
      String label = PlannedRun.name(number);
      planned.add(PlannedRun.in(layout.ofRun(label), THE_ONLY_CELL, number, label, options));
    }
    return planned;
  }

  /** Aggregates the runs. An interrupted run also has figures, of fewer requests, and is named. */
  private void printAggregate(FinishedRuns ended) throws IOException {
    ended.printFailures(err);
    Aggregate aggregate = Aggregate.of(ended.outcomesOf(THE_ONLY_CELL), repeats.terms());
    if (!aggregate.isOfSeveral()) {
      err.println("Nothing to aggregate: an aggregate needs two runs with figures");
      return;
    }
    AggregateDocuments.write(aggregate, layout.aggregate().folder());
    out.print(SeriesTables.ofRepeatedRuns(layout));
  }
}
