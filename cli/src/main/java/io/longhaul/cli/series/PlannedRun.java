package io.longhaul.cli.series;

import io.longhaul.cli.options.CommandLineArguments;
import io.longhaul.sinks.ExportLayout;
import java.util.List;
import java.util.Locale;

/**
 * A run of a series that is to come.
 *
 * @param cell what it is a run of: those of one cell are equal but for their seeds
 * @param number of the run in its cell, from 1
 * @param label its name in the series, for people
 * @param words its command line behind {@code longhaul}, with secrets
 * @param layout where it writes
 */
public record PlannedRun(
    String cell, int number, String label, List<String> words, ExportLayout layout) {
  private static final String FOLDER_OPTION = "--artifact-dir";

  public PlannedRun {
    words = List.copyOf(words);
  }

  /** The only run of its cell. */
  public static PlannedRun alone(String label, List<String> words, ExportLayout layout) {
    return new PlannedRun(label, 1, label, words, layout);
  }

  /** A run with this command line, but in a folder of its own. */
  static PlannedRun in(
      ExportLayout layout, String cell, int number, String label, CommandLineArguments words) {
    String folder = layout.folder().toString();
    return new PlannedRun(cell, number, label, words.with(FOLDER_OPTION, folder).words(), layout);
  }

  /** What AIPerf's files call the run of a cell with a number. */
  static String name(int number) {
    return String.format(Locale.ROOT, "run_%04d", number);
  }

  /** Without the words: they may hold secrets. */
  @Override
  public String toString() {
    return label;
  }
}
