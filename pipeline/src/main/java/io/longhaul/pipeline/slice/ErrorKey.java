package io.longhaul.pipeline.slice;

import java.util.Comparator;

/**
 * One kind of error.
 *
 * @param outcome its word, such as {@code http_error}
 * @param status HTTP status; {@link #NO_STATUS} when no head of an answer came
 * @param reason one of few
 */
public record ErrorKey(String outcome, int status, String reason) implements Comparable<ErrorKey> {
  public static final int NO_STATUS = -1;

  /** Longer reasons are cut: a reason is a word or two, and keys must stay small. */
  private static final int MAX_REASON_LENGTH = 200;

  private static final Comparator<ErrorKey> ORDER =
      Comparator.comparing(ErrorKey::outcome)
          .thenComparingInt(ErrorKey::status)
          .thenComparing(ErrorKey::reason);

  public ErrorKey {
    if (reason.length() > MAX_REASON_LENGTH) {
      reason = reason.substring(0, MAX_REASON_LENGTH);
    }
  }

  @Override
  public int compareTo(ErrorKey other) {
    return ORDER.compare(this, other);
  }
}
