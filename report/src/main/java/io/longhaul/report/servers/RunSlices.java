package io.longhaul.report.servers;

import io.longhaul.export.RunRow;

/** The slices of a run, the same for requests, GPUs and servers. */
record RunSlices(String runId, long startEpochNanos, long endEpochNanos, long lengthNanos) {

  static RunSlices of(RunRow run) {
    return new RunSlices(
        run.getRunId(), run.getRunStartEpochNs(), run.getRunEndEpochNs(), run.getSliceDurationNs());
  }

  long indexOf(long epochNanos) {
    return Math.floorDiv(epochNanos - startEpochNanos, lengthNanos);
  }

  long startOf(long index) {
    return startEpochNanos + index * lengthNanos;
  }

  /** Returns the end of a slice; the last slice ends with the run. */
  long endOf(long index) {
    return Math.min(startOf(index + 1), endEpochNanos);
  }
}
