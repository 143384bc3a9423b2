package io.longhaul.cli.coordinator;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Why nothing more is expected of a process. */
enum ReleaseReason {
  /** Its end was read. */
  ENDED,
  /** The run goes on without it. */
  NOT_NEEDED,
  /** It cannot take part as it is. */
  REFUSED;

  /** As {@code ProcessReleased} has it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ReleaseReason> fromWord(String word) {
    return Arrays.stream(values()).filter(release -> release.word().equals(word)).findFirst();
  }
}
