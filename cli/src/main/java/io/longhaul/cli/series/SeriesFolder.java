package io.longhaul.cli.series;

import io.longhaul.control.ExitCode;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.report.plot.RequestedPlots;
import io.longhaul.report.plot.RunFigures;
import io.longhaul.report.plot.RunFolders;
import io.longhaul.report.plot.SeveralRunsPlots;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.ExistingResults;
import io.longhaul.sinks.folder.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The folder of a series of runs, locked during the series and free of earlier results.
 *
 * @param replace whether earlier results are deleted; otherwise a folder with results is rejected
 * @param err receives the folder's name and the closing message
 */
record SeriesFolder(ExportLayout layout, boolean replace, PrintStream err) {

  /** Writes the joint results of the runs. */
  interface Conclusion {
    void of(FinishedRuns ended) throws IOException;
  }

  /**
   * Executes runs in this folder; returns the exit code of the runs with the highest precedence.
   */
  @SuppressWarnings("try") // only locks the folder
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
      boolean hasPlots = plot();
      ended.closingSentence().ifPresent(err::println);
      return hasPlots || ended.exitCode() != ExitCode.DONE
          ? ended.exitCode()
          : ExitCode.DATA_INCOMPLETE;
    }
  }

  /**
   * Draws the plots that compare the runs, if AIPerf's plots are requested.
   *
   * @return whether no plot is missing that is required
   */
  private boolean plot() {
    RequestedPlots plots = new RequestedPlots(layout);
    if (!plots.areAiperfs()) {
      return true;
    }
    Optional<String> failure = plots.draw(this::comparePlots);
    failure.ifPresent(why -> err.println((plots.areRequired() ? "Incomplete: " : "Note: ") + why));
    return failure.isEmpty() || !plots.areRequired();
  }

  private void comparePlots() throws IOException {
    List<RunFigures> runs = new ArrayList<>();
    for (Path run : RunFolders.in(List.of(layout.folder()))) {
      if (RunFigures.areIn(run)) {
        runs.add(RunFigures.read(run));
      }
    }
    if (runs.isEmpty()) {
      throw new IOException(
          "no run has profile_export_aiperf.json, for example because of --profile-export-prefix");
    }
    SeveralRunsPlots.of(runs).write(layout.plots(), ColorTheme.LIGHT, List.of(PictureFormat.PNG));
  }

  private String nameInFolder(PlannedRun run) {
    return layout.folder().relativize(run.layout().folder()).getName(0).toString();
  }
}
