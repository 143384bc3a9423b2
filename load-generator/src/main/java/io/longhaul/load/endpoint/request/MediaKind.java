package io.longhaul.load.endpoint.request;

/** Kinds of media in a message. The word is the member name for one medium in prompt files. */
public enum MediaKind implements Keyword {
  IMAGE,
  AUDIO,
  VIDEO;

  /** Returns the member name for several media in prompt files. */
  public String words() {
    return word() + "s";
  }
}
