package io.longhaul.cli.run;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.value.SeriesPosition;
import java.util.List;

/**
 * Everything that is needed to execute a run.
 *
 * @param profile the requested run
 * @param mainClass main class of this program, for child processes
 * @param secretLine secrets that child processes read from their standard input
 * @param toolVersion version of this program, for the summary
 * @param progress how progress is shown
 * @param showsResults whether standard output is a terminal
 * @param place the run's position in a series
 * @param tips suggestions printed at the end; usually empty
 */
public record RunSettings(
    ProfileSettings profile,
    String mainClass,
    String secretLine,
    String toolVersion,
    ProgressStyle progress,
    boolean showsResults,
    SeriesPosition place,
    List<String> tips) {
  public RunSettings {
    tips = List.copyOf(tips);
  }
}
