package io.longhaul.cli.series;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.folder.ClaimedNames;
import io.longhaul.cli.folder.ExistingResults;
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
 * @param replace whether what earlier ones left is deleted; else a folder that has some is refused
 * @param err takes the folder's name, and what was wrong at the end
 */
record SeriesFolder(ExportLayout layout, boolean replace, PrintStream err) {

  /** What is said of runs together. */
  interface Conclusion {
    void of(FinishedRuns ended) throws IOException;
  }

  /** Carries runs out in it; the exit code is the one of theirs that wins. */
  @SuppressWarnings("try") // the folder is held, and not asked
  ExitCode execute(RunSeries series, List<PlannedRun> planned, Conclusion conclusion)
      throws IOException, InterruptedException {
    try (RunFolder folder = RunFolder.hold(layout.folder())) {
      ExistingResults earlier = new ExistingResults(layout);
      if (replace) {
        earlier.delete();
      } else {
        earlier.requireNone();
      }
      err.println("Results: " + layout.folder());
      Set<String> names = new HashSet<>(layout.seriesNames());
      planned.forEach(run -> names.add(nameInFolder(run)));
      new ClaimedNames(layout).claimExclusively(names);
      SeriesResult ended = series.execute(planned);
      conclusion.of(new FinishedRuns(ended.runs()));
      ended.closingSentence().ifPresent(err::println);
      return ended.exitCode();
    }
  }

  private String nameInFolder(PlannedRun run) {
    return layout.folder().relativize(run.layout().folder()).getName(0).toString();
  }
}
