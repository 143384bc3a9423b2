package io.longhaul.cli.series;

import io.longhaul.cli.console.AggregateReport;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.Repeats;
import io.longhaul.cli.options.RunWords;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.aggregate.RunOutcome;
import io.longhaul.sinks.json.AggregateDocuments;
import io.longhaul.sinks.json.RunOutcomeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same run several times, and how its figures differ from run to run. */
public final class RepeatedRuns {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Repeats repeats;
  private final RunWords typed;
  private final ExportLayout layout;
  private final RunStarter starter;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Runs that have not begun.
   *
   * @param typed the whole command line
   * @param layout the folder of all of them
   * @param out takes what they say together
   * @param err takes everything else that a person should know
   */
  public RepeatedRuns(
      Repeats repeats,
      RunWords typed,
      ExportLayout layout,
      RunStarter starter,
      PrintStream out,
      PrintStream err) {
    this.repeats = repeats;
    this.typed = typed;
    this.layout = layout;
    this.starter = starter;
    this.out = out;
    this.err = err;
  }

  /** Carries them out; the exit code is the one of theirs that wins. */
  public ExitCode carryOut() throws IOException, InterruptedException {
    return new SeriesFolder(layout, err)
        .carryOut(new RunSeries(starter, repeats.cooldown(), err), planned(), this::tell);
  }

  private List<PlannedRun> planned() {
    List<PlannedRun> planned = new ArrayList<>();
    for (RunWords words : repeats.wordsOfRuns(typed)) {
      String label = String.format(Locale.ROOT, "run_%04d", planned.size() + 1);
      ExportLayout ofRun = layout.ofRun(label);
      planned.add(PlannedRun.in(ofRun, label, words));
    }
    return planned;
  }

  /** What was interrupted has figures too, of fewer requests, and is named. */
  private void tell(List<EndedRun> ended) throws IOException {
    List<RunOutcome> outcomes = new ArrayList<>();
    for (EndedRun each : ended) {
      outcomes.add(RunOutcomeFile.read(each.run().label(), each.run().layout().profileJson()));
      if (each.exitCode() != ExitCode.DONE) {
        err.println(
            "Note: " + each.run().label() + " ended with exit status " + each.exitCode().status());
      }
    }
    Aggregate aggregate =
        Aggregate.of(
            outcomes, repeats.confidence(), repeats.cooldown().toNanos() / NANOS_PER_SECOND);
    aggregate
        .failed()
        .forEach(run -> err.println("Note: " + run.label() + " has no figures: " + run.failure()));
    if (!aggregate.isOfSeveral()) {
      err.println("Nothing to aggregate: it takes two runs with figures to say how they differ");
      return;
    }
    AggregateDocuments.write(aggregate, layout);
    out.print(new AggregateReport(layout).text());
  }
}
