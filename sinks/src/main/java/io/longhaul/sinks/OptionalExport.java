package io.longhaul.sinks;

/** Exports that are written only on request. */
public enum OptionalExport {
  /** GenAI-Perf's raw file of requests, and its figures as JSON and CSV. */
  GENAI_PERF,
  /** The CSV file in the format of GenAI-Perf 24.03, instead of the newer format. */
  RELEASE_24_03,
  /** AIPerf's {@code outputs.json}: the text of each response. */
  OUTPUTS_JSON,
  /** HTTP phase timings in AIPerf's per-request records. */
  HTTP_TRACE,
  /** AIPerf's table of the phases of HTTP exchanges. */
  HTTP_TRACE_TABLE,
  /** AIPerf's plots as PNG files. */
  PLOTS,
  /** AIPerf's plots, without which the run has failed. */
  REQUIRED_PLOTS,
  /** GenAI-Perf's plots as JPEG and HTML files. */
  GENAI_PERF_PLOTS
}
