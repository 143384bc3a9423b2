package io.longhaul.pipeline.slice;

import java.util.Comparator;

/**
 * A kind of error.
 *
 * @param outcome name of the outcome, such as {@code http_error}
 * @param status HTTP status; {@link #NO_STATUS} if no response head arrived
 * @param reason reason, from a small set
 */
public record ErrorKey(String outcome, int status, String reason) implements Comparable<ErrorKey> {
  public static final int NO_STATUS = -1;

  /** Longer reasons are truncated: a reason is a word or two, and keys must stay small. */
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
