package io.longhaul.sinks.json;

import io.longhaul.metrics.Outcome;

/** The error types of AIPerf's files. */
final class AiperfErrorType {
  /** AIPerf's type of a complete response that cannot be measured; it has no code. */
  static final String INVALID_RESULT = "InvalidInferenceResultError";

  /** The reason that generators record for a complete response without a chunk. */
  private static final String NO_CONTENT = "no_content";

  private AiperfErrorType() {}

  /** Returns the type: AIPerf's if it has one, otherwise our reason. */
  static String of(Outcome outcome, String reason) {
    return outcome == Outcome.OK || NO_CONTENT.equals(reason) ? INVALID_RESULT : reason;
  }
}
