package io.longhaul.report;

/** The level of detail of a run's documents. */
public enum ExportLevel {
  /** Only figures of the run and of its slices. */
  SUMMARY,
  /** Additionally one line per request. */
  RECORDS,
  /** Additionally the content of each request and response. */
  RAW
}
