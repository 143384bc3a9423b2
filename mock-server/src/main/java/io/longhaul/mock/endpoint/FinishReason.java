package io.longhaul.mock.endpoint;

import java.util.Locale;

/** Why a complete response ends. */
public enum FinishReason {
  /** The model ended it. */
  STOP,

  /** It has the maximum number of tokens. */
  LENGTH;

  /** Returns the word in OpenAI's API. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
