package io.longhaul.cli.series;

import io.longhaul.control.ExitCode;
import io.longhaul.report.console.SeriesTables;
import io.longhaul.report.genaiperf.SweepCsv;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the points of a sweep and compares them, as GenAI-Perf's {@code analyze} does.
 *
 * @param points runs in the order of the sweep
 * @param csv file for the comparison
 * @param out receives the comparison as a table
 * @param err receives progress, warnings and notes
 */
public record GenAiPerfSweepSeries(
    List<PlannedRun> points, Path csv, RunStarter starter, PrintStream out, PrintStream err) {
  /** Executes the runs; returns the exit code of the runs with the highest precedence. */
  public ExitCode execute() throws IOException, InterruptedException {
    SeriesResult ended =
        new RunSeries(starter, RunFilter.NONE, SeriesCooldown.NONE, err).execute(points);
    List<SweepCsv.Point> compared = new ArrayList<>();
    for (FinishedRun each : ended.runs()) {
      Path figures = each.run().layout().genAiPerfJson();
      if (Files.exists(figures)) {
        compared.add(SweepCsv.Point.of(each.run().label(), figures));
      } else {
        err.println("Note: " + each.run().label() + " has no figures");
      }
    }
    if (compared.isEmpty()) {
      err.println("Nothing to compare: no point has figures");
    } else {
      SweepCsv.write(csv, compared);
      out.print(SeriesTables.ofGenAiPerfSweep(csv));
    }
    ended.closingSentence().ifPresent(err::println);
    return ended.exitCode();
  }
}
