package io.longhaul.cli.forecast;

import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.options.Repeats;
import io.longhaul.config.options.Sweep;
import io.longhaul.control.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the cells of a sweep, what each would do, and whether the results fit on the disk. */
public final class SweepDryRun {
  private final Sweep sweep;
  private final Path folder;
  private final List<DryRun> cells;
  private final Repeats repeats;

  /**
   * Creates the dry run.
   *
   * @param settings settings of each cell
   * @param folder folder of the sweep's results
   */
  public SweepDryRun(Sweep sweep, List<ProfileSettings> settings, Path folder) {
    this.sweep = sweep;
    this.folder = folder;
    this.cells = settings.stream().map(DryRun::new).toList();
    this.repeats = settings.get(0).repeats();
  }

  /**
   * Prints the forecast without starting anything.
   *
   * @param err receives the reason if the disk is too small
   * @return {@link ExitCode#USAGE} if the disk is too small
   */
  public ExitCode print(PrintStream out, PrintStream err) {
    DryRun first = cells.get(0);
    RunsForecast all = new RunsForecast(cells, repeats.runs(), false, waited());
    DryRun.line(out, "target", first.target());
    DryRun.line(out, "cells", howMany());
    int width = sweep.cells().stream().mapToInt(cell -> cell.name().length()).max().orElse(0);
    for (int i = 0; i < cells.size(); i++) {
      String name = sweep.cells().get(i).name();
      out.println(
          String.format(Locale.ROOT, "  %-" + width + "s  %s", name, cells.get(i).profiling()));
    }
    DryRun.line(out, "total", all.text());
    DryRun.line(out, "folder", first.folder(folder));
    first.ownLake().ifPresent(lake -> DryRun.line(out, "lake", lake.toString()));
    first.tables().ifPresent(tables -> DryRun.line(out, "tables", tables));
    Optional<String> shortage = first.shortageOf(all.disk());
    shortage.ifPresent(why -> err.println("Cannot run: " + why));
    return shortage.isPresent() ? ExitCode.USAGE : ExitCode.DONE;
  }

  private String howMany() {
    if (!repeats.areSeveral()) {
      return cells.size() + ", each once";
    }
    return String.format(
        Locale.ROOT,
        "%d, each %d times%s, %s",
        cells.size(),
        repeats.runs(),
        repeats.convergence().isPresent() ? " or fewer" : "",
        switch (sweep.order()) {
          case REPEATED -> "all cells in each round";
          case INDEPENDENT -> "cell by cell";
        });
  }

  private Duration waited() {
    long cellsAfterCells = cells.size() - 1L;
    long runsAfterRuns = repeats.runs() - 1L;
    return switch (sweep.order()) {
      case REPEATED ->
          sweep
              .cooldown()
              .multipliedBy(cellsAfterCells * repeats.runs())
              .plus(repeats.cooldown().multipliedBy(runsAfterRuns));
      case INDEPENDENT ->
          sweep
              .cooldown()
              .multipliedBy(cellsAfterCells)
              .plus(repeats.cooldown().multipliedBy(runsAfterRuns * cells.size()));
    };
  }
}
