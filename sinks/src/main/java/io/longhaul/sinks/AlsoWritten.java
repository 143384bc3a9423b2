package io.longhaul.sinks;

/** Files for readers of older tools, beside Longhaul's and AIPerf's. */
public enum AlsoWritten {
  /** GenAI-Perf's raw record of requests and its figures as JSON and CSV. */
  GENAI_PERF,
  /** The CSV in the form of GenAI-Perf's release 24.03; it takes the place of the newer one. */
  RELEASE_24_03
}
