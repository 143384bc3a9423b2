package io.longhaul.cli.coordinator;

import java.util.Comparator;

/**
 * The end of a request that went well or failed, as the log tells it.
 *
 * @param reason of a failure, in a word
 */
record RequestEnding(long endedEpochNanos, long idHi, long idLo, boolean failed, String reason)
    implements Comparable<RequestEnding> {
  private static final Comparator<RequestEnding> BY_TIME_AND_ID =
      Comparator.comparingLong(RequestEnding::endedEpochNanos)
          .thenComparingLong(RequestEnding::idHi)
          .thenComparingLong(RequestEnding::idLo);

  @Override
  public int compareTo(RequestEnding other) {
    return BY_TIME_AND_ID.compare(this, other);
  }
}
