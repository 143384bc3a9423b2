package io.longhaul.benchmarks.subject;

/**
 * The cost of a number of requests for a process.
 *
 * @param loopCpuNanos CPU time of the event loop's thread
 * @param processCpuNanos CPU time of all threads
 */
public record Cost(long requests, long loopCpuNanos, long processCpuNanos, long elapsedNanos) {

  /** Returns the CPU time of the event loop per request, in microseconds. */
  public double loopMicros() {
    return loopCpuNanos / 1e3 / requests;
  }

  /** Returns the CPU time of the process per request, in microseconds. */
  public double processMicros() {
    return processCpuNanos / 1e3 / requests;
  }

  public double requestsPerSecond() {
    return requests * 1e9 / elapsedNanos;
  }
}
