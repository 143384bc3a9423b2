package io.longhaul.sinks.json;

import io.longhaul.metrics.Outcome;

/** How AIPerf's files name what went wrong with a request that failed. */
final class AiperfErrorType {
  /** AIPerf's own word for an answer that ended well and cannot be measured; it has no code. */
  static final String INVALID_RESULT = "InvalidInferenceResultError";

  /** The recorder's word for a complete answer without a chunk. */
  private static final String NO_CONTENT = "no_content";

  private AiperfErrorType() {}

  /** The type: ours is the reason, unless AIPerf has a word of its own. */
  static String of(Outcome outcome, String reason) {
    return outcome == Outcome.OK || NO_CONTENT.equals(reason) ? INVALID_RESULT : reason;
  }
}
