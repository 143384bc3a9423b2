package io.longhaul.cli.series;

import io.longhaul.cli.console.CellTable;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.Sweep;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.RunOutcome;
import io.longhaul.sinks.aggregate.SweepComparison;
import io.longhaul.sinks.aggregate.SweptCell;
import io.longhaul.sinks.json.AiperfSweepDocuments;
import io.longhaul.sinks.json.RunOutcomeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Runs that differ in lists of values or are variants, and how they compare, as in AIPerf. */
public final class SweptCells {
  private final Sweep sweep;
  private final ExportLayout layout;
  private final RunStarter starter;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Runs that have not begun.
   *
   * @param layout the folder of all of them
   * @param out takes what they say together
   * @param err takes everything else that a person should know
   */
  public SweptCells(
      Sweep sweep, ExportLayout layout, RunStarter starter, PrintStream out, PrintStream err) {
    this.sweep = sweep;
    this.layout = layout;
    this.starter = starter;
    this.out = out;
    this.err = err;
  }

  /** Carries them out; the exit code is the one of theirs that wins. */
  public ExitCode carryOut() throws IOException, InterruptedException {
    return new SeriesFolder(layout, err)
        .carryOut(new RunSeries(starter, sweep.cooldown(), err), planned(), this::compare);
  }

  private List<PlannedRun> planned() {
    List<PlannedRun> planned = new ArrayList<>();
    for (Sweep.Cell cell : sweep.cells()) {
      ExportLayout ofCell = layout.ofCell(cell.name());
      planned.add(PlannedRun.in(ofCell, cell.name(), cell.words()));
    }
    return planned;
  }

  private void compare(List<EndedRun> ended) throws IOException {
    List<SweptCell> cells = new ArrayList<>();
    for (EndedRun each : ended) {
      Sweep.Cell cell = sweep.cells().get(cells.size());
      RunOutcome outcome = RunOutcomeFile.read(cell.name(), each.run().layout().profileJson());
      cells.add(new SweptCell(cell.name(), cell.values(), List.of(outcome)));
      if (each.exitCode() != ExitCode.DONE) {
        err.println("Note: " + cell.name() + " ended with exit status " + each.exitCode().status());
      }
      if (outcome.hasFailed()) {
        err.println("Note: " + cell.name() + " has no figures: " + outcome.failure());
      }
    }
    SweepComparison comparison = new SweepComparison(cells);
    if (comparison.measured().isEmpty()) {
      err.println("Nothing to compare: no run has figures");
      return;
    }
    AiperfSweepDocuments.write(comparison, layout);
    out.print(CellTable.of(layout));
  }
}
