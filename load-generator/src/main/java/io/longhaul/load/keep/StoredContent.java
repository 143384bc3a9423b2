package io.longhaul.load.keep;

/** The parts of an exchange that can be stored. */
public enum StoredContent {
  /** The request and the response, byte for byte. */
  RAW,
  /** The text of the response. */
  TEXT
}
