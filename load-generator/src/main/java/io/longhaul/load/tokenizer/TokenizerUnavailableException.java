package io.longhaul.load.tokenizer;

import org.jspecify.annotations.Nullable;

/** A tokenizer cannot be loaded. The message names the tokenizer, the reason and the remedy. */
public final class TokenizerUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TokenizerUnavailableException(String message) {
    super(message);
  }

  TokenizerUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
