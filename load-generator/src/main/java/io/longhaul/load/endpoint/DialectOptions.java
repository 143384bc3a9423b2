package io.longhaul.load.endpoint;

import java.util.Objects;

/**
 * What a run wants of every request's body.
 *
 * @param legacyMaxTokens chat says {@code max_tokens} instead of {@code max_completion_tokens};
 *     some servers obey only the old name
 * @param extraInputs members that are merged into every body, over what the dialect wrote
 */
public record DialectOptions(boolean legacyMaxTokens, ExtraInputs extraInputs) {

  /** AIPerf's defaults. */
  public static final DialectOptions DEFAULTS = new DialectOptions(false, ExtraInputs.NONE);

  public DialectOptions {
    Objects.requireNonNull(extraInputs, "extraInputs is null");
  }
}
