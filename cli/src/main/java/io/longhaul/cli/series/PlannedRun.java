package io.longhaul.cli.series;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.sinks.ExportLayout;
import java.util.List;
import java.util.Locale;

/**
 * A planned run of a series.
 *
 * @param cell name of the run's cell; runs of one cell differ only in their seeds
 * @param number number of the run in its cell, from 1
 * @param label name of the run in the series, for messages
 * @param words command line after {@code longhaul}, including secrets
 * @param layout layout of the run's folder
 */
public record PlannedRun(
    String cell, int number, String label, List<String> words, ExportLayout layout) {
  private static final String FOLDER_OPTION = "--artifact-dir";

  public PlannedRun {
    words = List.copyOf(words);
  }

  /** Returns the only run of a cell. */
  public static PlannedRun alone(String label, List<String> words, ExportLayout layout) {
    return new PlannedRun(label, 1, label, words, layout);
  }

  /** Returns a run with these options and its own folder. */
  static PlannedRun in(
      ExportLayout layout, String cell, int number, String label, GivenOptions options) {
    String folder = layout.folder().toString();
    return new PlannedRun(cell, number, label, options.with(FOLDER_OPTION, folder).words(), layout);
  }

  /** Returns the name of a run in AIPerf's files. */
  static String name(int number) {
    return String.format(Locale.ROOT, "run_%04d", number);
  }

  /** Omits the command line, which may contain secrets. */
  @Override
  public String toString() {
    return label;
  }
}
