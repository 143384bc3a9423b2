package io.longhaul.report.figures;

import java.util.List;

/**
 * The availability of the servers, second by second from the start of the run. A second is
 * <i>available</i> if a valid request was in flight in it; otherwise it is <i>unavailable</i> if a
 * request failed in it. A second in which neither happened counts like the previous second. Seconds
 * before the first available or unavailable one are unknown and do not count.
 *
 * @param availableSeconds number of available seconds
 * @param unavailableSeconds number of unavailable seconds
 * @param refusedConnections requests that failed because a server refused their connection
 * @param outages periods of unavailable seconds, in order of time
 */
public record Availability(
    long availableSeconds, long unavailableSeconds, long refusedConnections, List<Outage> outages) {

  /** The availability is unknown. */
  public static final Availability NONE = new Availability(0, 0, 0, List.of());

  /**
   * A period of consecutive unavailable seconds.
   *
   * @param firstSecond since the start of the run, from 0
   * @param refusedConnections refused connections in these seconds
   */
  public record Outage(long firstSecond, long seconds, long refusedConnections) {
    /** Returns the first second after the outage. */
    public long endSecond() {
      return firstSecond + seconds;
    }
  }

  public Availability {
    outages = List.copyOf(outages);
  }

  /** Returns whether the state of any second is known. */
  public boolean isKnown() {
    return availableSeconds + unavailableSeconds > 0;
  }

  /** Returns the availability in percent; must be known. */
  public double percent() {
    return 100.0 * availableSeconds / (availableSeconds + unavailableSeconds);
  }

  /** Returns the longest outage, of equally long ones the first; there must be one. */
  public Outage longestOutage() {
    return outages.stream()
        .reduce((one, next) -> next.seconds() > one.seconds() ? next : one)
        .orElseThrow();
  }

  /** Returns the number of refused connections if each outage counts as one. */
  public long refusedCountedOncePerOutage() {
    long repeated =
        outages.stream().mapToLong(outage -> Math.max(0, outage.refusedConnections() - 1)).sum();
    return refusedConnections - repeated;
  }
}
