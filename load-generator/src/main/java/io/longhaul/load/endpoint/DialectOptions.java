package io.longhaul.load.endpoint;

import java.util.Objects;

/**
 * What a run wants of every request's body.
 *
 * @param legacyMaxTokens chat says {@code max_tokens} instead of {@code max_completion_tokens};
 *     some servers obey only the old name
 * @param extraInputs members that are merged into every body, over what the dialect wrote
 * @param backend what a Triton server runs the model with; null where nobody said
 * @param leastTokensToo whether the limit of an answer's length is also the least that is asked
 *     for, where the endpoint has words for that
 */
public record DialectOptions(
    boolean legacyMaxTokens,
    ExtraInputs extraInputs,
    TritonBackend backend,
    boolean leastTokensToo) {

  /** AIPerf's defaults. */
  public static final DialectOptions DEFAULTS = new DialectOptions(false, ExtraInputs.NONE);

  public DialectOptions {
    Objects.requireNonNull(extraInputs, "extraInputs is null");
  }

  /** For endpoints that are not Triton's. */
  public DialectOptions(boolean legacyMaxTokens, ExtraInputs extraInputs) {
    this(legacyMaxTokens, extraInputs, null, false);
  }
}
