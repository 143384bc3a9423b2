package io.longhaul.load.keep;

/** What can be kept of an exchange. */
public enum StoredContent {
  /** The request and the answer, byte for byte. */
  RAW,
  /** The text that was answered. */
  TEXT
}
