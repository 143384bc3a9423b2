package io.longhaul.sinks.report;

import java.util.List;

/**
 * For how much of a run's time servers answered, second by second from the start of the run. A
 * second is <i>available</i> when a valid request was in flight in it. Else it is
 * <i>unavailable</i> when a request failed in it. A second in which neither happened counts as the
 * second before it; before the first of these seconds nothing is known, and nothing counts.
 *
 * @param availableSeconds how many seconds were available
 * @param unavailableSeconds how many were not
 * @param refusedConnections requests that failed because a server refused their connection
 * @param outages stretches of unavailable seconds, in their order
 */
public record Availability(
    long availableSeconds, long unavailableSeconds, long refusedConnections, List<Outage> outages) {

  /** Nothing is known. */
  public static final Availability NONE = new Availability(0, 0, 0, List.of());

  /**
   * Unavailable seconds in a row.
   *
   * @param firstSecond since the start of the run, from 0
   * @param refusedConnections in these seconds
   */
  public record Outage(long firstSecond, long seconds, long refusedConnections) {
    /** The first second after it. */
    public long endSecond() {
      return firstSecond + seconds;
    }
  }

  public Availability {
    outages = List.copyOf(outages);
  }

  /** Whether anything is known of any second. */
  public boolean isKnown() {
    return availableSeconds + unavailableSeconds > 0;
  }

  /** In percent; only when something is known. */
  public double percent() {
    return 100.0 * availableSeconds / (availableSeconds + unavailableSeconds);
  }

  /** The longest outage; of equal ones the first. Only when there is one. */
  public Outage longestOutage() {
    return outages.stream()
        .reduce((one, next) -> next.seconds() > one.seconds() ? next : one)
        .orElseThrow();
  }

  /** Refused connections less all but one of each outage. */
  public long refusedCountedOncePerOutage() {
    long repeated =
        outages.stream().mapToLong(outage -> Math.max(0, outage.refusedConnections() - 1)).sum();
    return refusedConnections - repeated;
  }
}
