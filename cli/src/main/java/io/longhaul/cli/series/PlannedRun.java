package io.longhaul.cli.series;

import io.longhaul.cli.options.RunWords;
import io.longhaul.sinks.ExportLayout;
import java.util.List;

/**
 * A run of a series that is to come.
 *
 * @param label its name in the series
 * @param words its command line behind {@code longhaul}, with secrets
 * @param layout where it writes
 */
public record PlannedRun(String label, List<String> words, ExportLayout layout) {
  private static final String FOLDER_OPTION = "--artifact-dir";

  public PlannedRun {
    words = List.copyOf(words);
  }

  /** A run with this command line, but in a folder of its own. */
  static PlannedRun in(ExportLayout layout, String label, RunWords words) {
    String folder = layout.folder().toString();
    return new PlannedRun(label, words.with(FOLDER_OPTION, folder).words(), layout);
  }

  /** Without the words: they may hold secrets. */
  @Override
  public String toString() {
    return label;
  }
}
