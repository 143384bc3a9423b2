package io.longhaul.load.tokenizer;

/** No tokenizer could be had; the message says which, why, and what to do. */
public final class TokenizerUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TokenizerUnavailableException(String message) {
    super(message);
  }

  TokenizerUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
