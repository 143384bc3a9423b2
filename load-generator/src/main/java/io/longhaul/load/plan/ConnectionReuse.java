package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which connection a request goes out on; names and meanings are AIPerf's. */
public enum ConnectionReuse implements Keyword {
  /** One that is idle, if there is one; it is kept for the next request. */
  POOLED,
  /** One for each session, used for its turns alone and closed after the last. */
  STICKY_USER_SESSIONS,
  /** A new one, closed after the answer: each request makes its own, handshakes included. */
  NEVER;

  /** The name on a command line and in a plan, for example {@code sticky-user-sessions}. */
  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The strategy with this name, in any case, with {@code -} or {@code _}. */
  public static Optional<ConnectionReuse> of(String word) {
    String wanted = word.strip().replace('_', '-');
    return Arrays.stream(values())
        .filter(reuse -> reuse.word().equalsIgnoreCase(wanted))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "pooled, sticky-user-sessions or never";
  }
}
