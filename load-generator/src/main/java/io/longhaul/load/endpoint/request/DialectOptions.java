package io.longhaul.load.endpoint.request;

import org.jspecify.annotations.Nullable;

/**
 * Options of a run that affect every request body.
 *
 * @param legacyMaxTokens whether chat requests use {@code max_tokens} in place of {@code
 *     max_completion_tokens}; some servers only support the old name
 * @param extraInputs members that are merged into every body and override the dialect's own
 * @param backend backend of a Triton server, or null
 * @param sendsMinTokens whether the output limit is also sent as the minimum, if the endpoint
 *     supports a minimum
 */
public record DialectOptions(
    boolean legacyMaxTokens,
    ExtraInputs extraInputs,
    @Nullable TritonBackend backend,
    boolean sendsMinTokens) {

  /** AIPerf's defaults. */
  public static final DialectOptions DEFAULTS = new DialectOptions(false, ExtraInputs.NONE);

  /** Creates options for endpoints other than Triton's. */
  public DialectOptions(boolean legacyMaxTokens, ExtraInputs extraInputs) {
    this(legacyMaxTokens, extraInputs, null, false);
  }
}
