package io.longhaul.load.endpoint;

import java.util.Locale;

/** What a message may carry beside text. */
public enum MediaKind {
  IMAGE,
  AUDIO,
  VIDEO;

  /** As files of prompts call one of them. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As files of prompts call several. */
  public String words() {
    return word() + "s";
  }
}
