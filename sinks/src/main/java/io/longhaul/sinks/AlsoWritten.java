package io.longhaul.sinks;

/** Files that are written only when they are asked for. */
public enum AlsoWritten {
  /** GenAI-Perf's raw record of requests and its figures as JSON and CSV. */
  GENAI_PERF,
  /** The CSV in the form of GenAI-Perf's release 24.03; it takes the place of the newer one. */
  RELEASE_24_03,
  /** AIPerf's {@code outputs.json}: the text of each answer. */
  OUTPUTS_JSON
}
