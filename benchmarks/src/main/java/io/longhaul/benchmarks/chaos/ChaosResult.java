package io.longhaul.benchmarks.chaos;

import java.util.List;

/**
 * The result of one seed: a line of the file of results.
 *
 * @param commit source tree
 * @param startedAt time in UTC
 * @param loadSeconds planned duration of the load
 * @param seconds duration of everything
 * @param status of the run: {@code complete}, {@code incomplete} or {@code unfinished}
 * @param received requests that the server received
 * @param rows of requests that were sent
 * @param late requests that are only in {@code late}
 * @param findings a sentence for each broken promise; empty if the seed passed
 */
public record ChaosResult(
    long seed,
    String commit,
    String startedAt,
    int loadSeconds,
    long seconds,
    String status,
    int coordinatorExit,
    int verifyExit,
    int received,
    int rows,
    int late,
    List<String> declared,
    List<FaultResult> faults,
    List<String> findings) {

  /** A fault as in the file of results; its kind is a word such as {@code kill-broker}. */
  public record FaultResult(
      String kind, int atSeconds, int seconds, int index, boolean tookEffect, String evidence) {

    static FaultResult of(InjectedFault injected) {
      PlannedFault fault = injected.fault();
      return new FaultResult(
          fault.kind().word(),
          fault.atSeconds(),
          fault.seconds(),
          fault.index(),
          injected.tookEffect(),
          injected.evidence());
    }
  }

  /** Returns whether the run kept all of its promises. */
  public boolean passed() {
    return findings.isEmpty();
  }
}
