package io.longhaul.load.dataset.prompt;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Computes a 64-bit hash of texts: FNV-1a over their UTF-8 bytes, each text followed by a byte that
 * never occurs in UTF-8.
 */
public final class PromptHash {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final int END_OF_TEXT = 0xFF;

  private PromptHash() {}

  /** Returns the hash of these texts. */
  public static long of(List<String> texts) {
    long hash = FNV_OFFSET;
    for (String text : texts) {
      for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
      }
      hash = (hash ^ END_OF_TEXT) * FNV_PRIME;
    }
    return hash;
  }
}
