package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.folder.ClaimedNames;
import io.longhaul.cli.folder.EarlierRun;
import io.longhaul.cli.folder.RunFolder;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The folder of several runs: nobody else has it while they are carried out, and what earlier ones
 * left is not among theirs.
 *
 * @param err is told where earlier results went
 */
record SeriesFolder(ExportLayout layout, PrintStream err) {

  /** What is said of runs together. */
  interface Conclusion {
    void of(EndedRuns ended) throws IOException;
  }

  /** Carries runs out in it; the exit code is the one of theirs that wins. */
  @SuppressWarnings("try") // the folder is held, and not asked
  ExitCode carryOut(RunSeries series, List<PlannedRun> planned, Conclusion conclusion)
      throws IOException, InterruptedException {
    try (RunFolder folder = RunFolder.hold(layout.folder())) {
      EarlierRun.moveAside(layout)
          .ifPresent(where -> err.println("Earlier results were moved to " + where));
      Set<String> names = new HashSet<>(layout.seriesNames());
      planned.forEach(run -> names.add(nameInFolder(run)));
      new ClaimedNames(layout).claimAlone(names);
      EndedSeries ended = series.carryOut(planned);
      conclusion.of(new EndedRuns(ended.runs()));
      return ended.exitCode();
    }
  }

  private String nameInFolder(PlannedRun run) {
    return layout.folder().relativize(run.layout().folder()).getName(0).toString();
  }
}
