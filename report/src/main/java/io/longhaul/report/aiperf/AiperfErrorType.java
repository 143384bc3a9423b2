package io.longhaul.report.aiperf;

import io.longhaul.metrics.Outcome;
import io.longhaul.schema.FailureReason;

/** The error types of AIPerf's files. */
final class AiperfErrorType {
  /** AIPerf's type of a complete response that cannot be measured; it has no code. */
  static final String INVALID_RESULT = "InvalidInferenceResultError";

  private AiperfErrorType() {}

  /** Returns the type: AIPerf's if it has one, otherwise our reason. */
  static String of(Outcome outcome, String reason) {
    return outcome == Outcome.OK || FailureReason.NO_CONTENT.matches(reason)
        ? INVALID_RESULT
        : reason;
  }
}
