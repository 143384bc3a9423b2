package io.longhaul.cli.series;

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
  public PlannedRun {
    words = List.copyOf(words);
  }

  /** Without the words: they may hold secrets. */
  @Override
  public String toString() {
    return label;
  }
}
