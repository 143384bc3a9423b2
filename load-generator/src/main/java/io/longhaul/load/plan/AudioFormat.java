package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;

/** The format of synthetic audio. */
public enum AudioFormat implements Keyword {
  WAV,
  /** Encoded by the program ffmpeg. */
  MP3;
}
