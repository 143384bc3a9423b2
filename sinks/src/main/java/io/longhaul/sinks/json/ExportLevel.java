package io.longhaul.sinks.json;

/** How much is written of a run. */
public enum ExportLevel {
  /** Figures of the run and of its slices. */
  SUMMARY,
  /** A line for each request beside them. */
  RECORDS,
  /** Beside them, what each request asked and was answered. */
  RAW
}
