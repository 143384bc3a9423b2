package io.longhaul.control.coordinator;

import java.util.Comparator;

/**
 * A request that succeeded or failed, from the log.
 *
 * @param reason code of the failure's reason
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
