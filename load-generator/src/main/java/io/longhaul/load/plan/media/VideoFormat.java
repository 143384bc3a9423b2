package io.longhaul.load.plan.media;

import io.longhaul.load.endpoint.request.Keyword;

/** The container format of synthetic videos. */
public enum VideoFormat implements Keyword {
  MP4,
  WEBM;

  /** Returns the default audio codec of this container. */
  public String usualSoundCodec() {
    return this == MP4 ? "libopus" : "libvorbis";
  }
}
