package io.longhaul.load.endpoint.request;

import java.util.Locale;

/** Kinds of media in a message. */
public enum MediaKind {
  IMAGE,
  AUDIO,
  VIDEO;

  /** Returns the member name for one medium in prompt files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the member name for several media in prompt files. */
  public String words() {
    return word() + "s";
  }
}
