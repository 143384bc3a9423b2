package io.longhaul.benchmarks.peers;

import java.util.List;

/**
 * A run of a tool in a closed loop, as it looks from outside.
 *
 * @param perSecond answered requests per second, of each five seconds from the first request
 * @param requests answered requests
 * @param cpuSeconds CPU time of all processes of the tool that were waited for, in user and kernel
 * @param peakPssBytes maximum of the sum of the proportional set sizes of these processes
 * @param growthBytesPerRequest slope of this sum over the answered requests, in the second half of
 *     the load
 * @param keptBytes size of the files that the run has left
 * @param toFirstRequestSeconds from the start of the command to the first request
 * @param afterLastAnswerSeconds from the last answer to the end of the command
 */
public record ObservedRun(
    List<Double> perSecond,
    long requests,
    double cpuSeconds,
    long peakPssBytes,
    double growthBytesPerRequest,
    long keptBytes,
    double toFirstRequestSeconds,
    double afterLastAnswerSeconds) {
  /** Length of the intervals whose rates are reported. */
  public static final int INTERVAL_SECONDS = 5;

  /** Returns the mean rate over all complete five seconds. */
  public double requestsPerSecond() {
    return mean(perSecond);
  }

  /** Returns the first rate, relative to the mean rate in the second half of the load. */
  public double firstToSteady() {
    return perSecond.get(0) / mean(perSecond.subList(perSecond.size() / 2, perSecond.size()));
  }

  private static double mean(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  public double cpuMillisPerRequest() {
    return cpuSeconds * 1e3 / requests;
  }

  public double keptBytesPerRequest() {
    return (double) keptBytes / requests;
  }
}
