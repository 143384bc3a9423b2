package io.longhaul.control;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Why the coordinator releases a process. */
public enum ReleaseReason {
  /** Its end report was read. */
  ENDED,
  /** The run continues without it. */
  NOT_NEEDED,
  /** It is rejected. */
  REFUSED;

  /** Returns the text in {@code ProcessReleased}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ReleaseReason> fromWord(String word) {
    return Arrays.stream(values()).filter(release -> release.word().equals(word)).findFirst();
  }
}
