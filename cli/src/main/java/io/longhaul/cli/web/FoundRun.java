package io.longhaul.cli.web;

import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.sinks.lake.Lake;
import java.util.Optional;

/**
 * A run that was found.
 *
 * @param lake its lake; it may not contain rows of the run yet
 * @param listed its row in the table
 * @param declared what is known about a run without a summary
 * @param sliceNanos length of a slice of a run without a summary; 0 if unknown
 * @param version changes with its files: with the file of its summary, or with the number of slice
 *     files of a run without a summary
 */
public record FoundRun(
    Lake lake, ListedRun listed, Optional<DeclaredRun> declared, long sliceNanos, String version) {

  String runId() {
    return listed.runId();
  }

  String key() {
    return listed.key();
  }

  /** Returns a name of its pages, which are other ones as soon as it has a summary. */
  String pageKey() {
    return listed.hasSummary() ? key() + " " + version : key() + " so far";
  }
}
