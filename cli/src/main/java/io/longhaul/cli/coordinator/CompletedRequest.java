package io.longhaul.cli.coordinator;

import java.util.Comparator;

/**
 * The end of a request that went well or failed, as the log tells it.
 *
 * @param reason of a failure, in a word
 */
record CompletedRequest(long endedEpochNanos, long idHi, long idLo, boolean failed, String reason)
    implements Comparable<CompletedRequest> {
  private static final Comparator<CompletedRequest> BY_TIME_AND_ID =
      Comparator.comparingLong(CompletedRequest::endedEpochNanos)
          .thenComparingLong(CompletedRequest::idHi)
          .thenComparingLong(CompletedRequest::idLo);

  @Override
  public int compareTo(CompletedRequest other) {
    return BY_TIME_AND_ID.compare(this, other);
  }
}
