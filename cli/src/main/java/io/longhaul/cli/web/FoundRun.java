package io.longhaul.cli.web;

import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.html.ListedRun;
import io.longhaul.sinks.lake.Lake;
import java.util.Optional;

/**
 * A run that was found.
 *
 * @param lake its lake; it may not contain rows of the run yet
 * @param listed its row in the table
 * @param declared what is known about a run without a summary
 * @param sliceNanos length of a slice of a run without a summary; 0 if unknown
 * @param version changes when the lake has further slices of a run without a summary
 */
record FoundRun(
    Lake lake, ListedRun listed, Optional<DeclaredRun> declared, long sliceNanos, long version) {

  String runId() {
    return listed.runId();
  }

  String key() {
    return listed.key();
  }
}
