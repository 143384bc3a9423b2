package io.longhaul.cli.series;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.options.Repeats;
import io.longhaul.config.options.Sweep;
import io.longhaul.control.ExitCode;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.aggregate.SweepCell;
import io.longhaul.report.aggregate.SweepComparison;
import io.longhaul.report.aiperf.AggregateDocuments;
import io.longhaul.report.aiperf.AiperfSweepDocuments;
import io.longhaul.report.console.SeriesTables;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the cells of a sweep over lists of values or variants and compares them, as AIPerf does.
 */
public final class SweepSeries {
  private final Sweep sweep;
  private final Repeats repeats;
  private final SweepLayout layout;
  private final boolean replace;
  private final boolean showsCells;
  private final RunStarter starter;
  private final PrintStream out;
  private final PrintStream err;
  private final ConvergenceFilter converged;
  private int shown;

  /**
   * Creates the sweep without starting it.
   *
   * @param repeats number of runs of each cell
   * @param folder layout of the sweep's folder
   * @param replace whether existing results in the folder are deleted
   * @param showsCells whether the table of finished cells is printed after each cell
   * @param out receives the comparison
   * @param err receives progress, warnings and notes
   */
  public SweepSeries(
      Sweep sweep,
      Repeats repeats,
      ExportLayout folder,
      boolean replace,
      boolean showsCells,
      RunStarter starter,
      PrintStream out,
      PrintStream err) {
    this.sweep = sweep;
    this.repeats = sweep.seedTyped() ? repeats : repeats.withoutTypedSeed();
    this.layout = new SweepLayout(folder, repeats.areSeveral(), sweep.order());
    this.replace = replace;
    this.showsCells = showsCells;
    this.starter = starter;
    this.out = out;
    this.err = err;
    this.converged = new ConvergenceFilter(repeats, err);
  }

  /** Executes the runs; returns the exit code of the runs with the highest precedence. */
  public ExitCode execute() throws IOException, InterruptedException {
    return new SeriesFolder(layout.folder(), replace, err)
        .execute(
            new RunSeries(starter, this::wants, this::cooldown, err), planned(), this::compare);
  }

  private List<PlannedRun> planned() {
    List<PlannedRun> planned = new ArrayList<>();
    switch (sweep.order()) {
      case REPEATED -> {
        for (int number = 1; number <= repeats.runs(); number++) {
          for (Sweep.Cell cell : sweep.cells()) {
            planned.add(planned(cell, number));
          }
        }
      }
      case INDEPENDENT -> {
        for (Sweep.Cell cell : sweep.cells()) {
          for (int number = 1; number <= repeats.runs(); number++) {
            planned.add(planned(cell, number));
          }
        }
      }
    }
    return planned;
  }

  private PlannedRun planned(Sweep.Cell cell, int number) {
    GivenOptions options = repeats.optionsOfRuns(cell.options()).get(number - 1);
    String label = repeats.areSeveral() ? cell.name() + "/" + PlannedRun.name(number) : cell.name();
    return PlannedRun.in(layout.run(cell.name(), number), cell.name(), number, label, options);
  }

  private Duration cooldown(PlannedRun last, PlannedRun next) {
    boolean again =
        switch (sweep.order()) {
          case REPEATED -> next.number() > last.number();
          case INDEPENDENT -> next.cell().equals(last.cell());
        };
    return again ? repeats.cooldown() : sweep.cooldown();
  }

  private boolean wants(PlannedRun next, List<FinishedRun> ended) throws IOException {
    boolean wanted = converged.wants(next, ended);
    if (showsCells && wanted && ended.size() > shown && isCellOver(next, ended)) {
      shown = ended.size();
      if (isWritten(new FinishedRuns(ended))) {
        err.print(SeriesTables.ofCellsSoFar(layout.comparison()));
      }
    }
    return wanted;
  }

  private boolean isCellOver(PlannedRun next, List<FinishedRun> ended) {
    PlannedRun last = ended.get(ended.size() - 1).run();
    return !last.cell().equals(next.cell())
        && (sweep.order() == Sweep.Order.INDEPENDENT || last.number() == repeats.runs());
  }

  private void compare(FinishedRuns ended) throws IOException {
    ended.printFailures(err);
    if (isWritten(ended)) {
      out.print(SeriesTables.ofCells(layout.comparison()));
    } else {
      err.println("Nothing to compare: no run has figures");
    }
  }

  /** Writes the aggregates and the comparison; returns false if no run has figures. */
  private boolean isWritten(FinishedRuns ended) throws IOException {
    SweepComparison comparison = comparison(ended);
    if (comparison.measured().isEmpty()) {
      return false;
    }
    Aggregate.Terms terms = repeats.terms();
    String mode = sweep.order().word();
    for (SweepCell cell : comparison.measured()) {
      AggregateDocuments.write(
          Aggregate.of(cell.runs(), terms), cell, mode, layout.aggregate(cell.name()));
    }
    AiperfSweepDocuments.write(
        comparison,
        new AiperfSweepDocuments.Terms(mode, repeats.areSeveral(), terms),
        layout.comparison());
    return true;
  }

  private SweepComparison comparison(FinishedRuns ended) throws IOException {
    List<SweepCell> cells = new ArrayList<>();
    for (Sweep.Cell cell : sweep.cells()) {
      List<RunOutcome> runs = ended.outcomesOf(cell.name());
      if (!runs.isEmpty()) {
        cells.add(new SweepCell(cell.name(), cell.label(), cell.values(), cell.model(), runs));
      }
    }
    return new SweepComparison(cells);
  }
}
