package io.longhaul.cli.run;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.options.ProfileSettings;
import io.longhaul.cli.options.SeriesPosition;
import java.util.List;

/**
 * Everything that is needed to carry out a run.
 *
 * @param profile what was asked for
 * @param mainClass of this program, for children
 * @param secretLine what children are told over their standard input
 * @param toolVersion for the summary
 * @param progress how somebody is shown how it goes
 * @param showsResults whether the result is printed on a terminal
 * @param place in a series
 * @param tips what to try next, told at the end; mostly none
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
