package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where the prompts of a session have a mark of their own, so that a server's cache of prefixes
 * does not know them from other sessions.
 */
public enum CacheBust implements Keyword {
  /** Nowhere. */
  NONE,
  /** Before the message of the system; without one, before the first turn. */
  SYSTEM_PREFIX,
  /** After the message of the system; without one, after the first turn. */
  SYSTEM_SUFFIX,
  /** Before the first turn; of several texts, before the first. */
  FIRST_TURN_PREFIX,
  /** After the first turn; of several texts, after the first, where AIPerf has it, too. */
  FIRST_TURN_SUFFIX,
  /** As {@link #SYSTEM_PREFIX}, the same for all sessions of the warm-up, and for them alone. */
  WARMUP_ISOLATION_SYSTEM,
  /** As {@link #FIRST_TURN_PREFIX}, likewise. */
  WARMUP_ISOLATION_FIRST_TURN;

  /** Whether it stands in the message of the system, if there is one. */
  public boolean isInSystem() {
    return this == SYSTEM_PREFIX || this == SYSTEM_SUFFIX || this == WARMUP_ISOLATION_SYSTEM;
  }

  /** Whether it stands before the text. */
  public boolean isPrefix() {
    return this != NONE && !isSuffix();
  }

  /** Whether it stands after the text. */
  public boolean isSuffix() {
    return this == SYSTEM_SUFFIX || this == FIRST_TURN_SUFFIX;
  }

  /** Whether it parts the warm-up from the measurement, and not one session from another. */
  public boolean isOfWarmup() {
    return this == WARMUP_ISOLATION_SYSTEM || this == WARMUP_ISOLATION_FIRST_TURN;
  }

  /** The place with this name, in any case, with dashes or underscores. */
  public static Optional<CacheBust> of(String word) {
    String name = word.strip().replace('-', '_');
    return Arrays.stream(values()).filter(each -> each.word().equalsIgnoreCase(name)).findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "one of "
        + Arrays.stream(values()).map(CacheBust::word).collect(Collectors.joining(", "));
  }
}
