package io.longhaul.load.plan.media;

import io.longhaul.load.endpoint.request.Keyword;

/** The format of synthetic audio. */
public enum AudioFormat implements Keyword {
  WAV,
  /** Encoded by the program ffmpeg. */
  MP3;
}
