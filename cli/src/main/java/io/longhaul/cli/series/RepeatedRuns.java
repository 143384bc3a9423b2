package io.longhaul.cli.series;

import io.longhaul.cli.console.AggregateReport;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.Repeats;
import io.longhaul.cli.options.RunWords;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.json.AggregateDocuments;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The same run several times, and how its figures differ from run to run. */
public final class RepeatedRuns {
  private static final String THE_ONLY_CELL = "";

  private final Repeats repeats;
  private final RunWords typed;
  private final ExportLayout layout;
  private final boolean replace;
  private final RunStarter starter;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Runs that have not begun.
   *
   * @param typed the whole command line
   * @param layout the folder of all of them
   * @param replace whether results that it holds already are deleted
   * @param out takes what they say together
   * @param err takes everything else that a person should know
   */
  public RepeatedRuns(
      Repeats repeats,
      RunWords typed,
      ExportLayout layout,
      boolean replace,
      RunStarter starter,
      PrintStream out,
      PrintStream err) {
    this.repeats = repeats;
    this.typed = typed;
    this.layout = layout;
    this.replace = replace;
    this.starter = starter;
    this.out = out;
    this.err = err;
  }

  /** Carries them out; the exit code is the one of theirs that wins. */
  public ExitCode execute() throws IOException, InterruptedException {
    RunSeries series =
        new RunSeries(
            starter, new ConvergenceFilter(repeats, err), (last, next) -> repeats.cooldown(), err);
    return new SeriesFolder(layout, replace, err).execute(series, planned(), this::printAggregate);
  }

  private List<PlannedRun> planned() {
    List<PlannedRun> planned = new ArrayList<>();
    for (RunWords words : repeats.wordsOfRuns(typed)) {
      int number = planned.size() + 1;
      String label = PlannedRun.name(number);
      planned.add(PlannedRun.in(layout.ofRun(label), THE_ONLY_CELL, number, label, words));
    }
    return planned;
  }

  /** What was interrupted has figures too, of fewer requests, and is named. */
  private void printAggregate(FinishedRuns ended) throws IOException {
    ended.printFailures(err);
    Aggregate aggregate = Aggregate.of(ended.outcomesOf(THE_ONLY_CELL), repeats.terms());
    if (!aggregate.isOfSeveral()) {
      err.println("Nothing to aggregate: it takes two runs with figures to say how they differ");
      return;
    }
    AggregateDocuments.write(aggregate, layout.aggregate().folder());
    out.print(new AggregateReport(layout).text());
  }
}
