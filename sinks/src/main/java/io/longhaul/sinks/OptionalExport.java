package io.longhaul.sinks;

/** What is written only when it is asked for. */
public enum OptionalExport {
  /** GenAI-Perf's raw record of requests and its figures as JSON and CSV. */
  GENAI_PERF,
  /** The CSV in the form of GenAI-Perf's release 24.03; it takes the place of the newer one. */
  RELEASE_24_03,
  /** AIPerf's {@code outputs.json}: the text of each answer. */
  OUTPUTS_JSON,
  /** In AIPerf's lines of requests, when what of the HTTP exchange happened. */
  HTTP_TRACE,
  /** AIPerf's table of the phases of HTTP exchanges. */
  HTTP_TRACE_TABLE
}
