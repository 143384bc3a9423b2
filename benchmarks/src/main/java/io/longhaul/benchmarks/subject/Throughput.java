package io.longhaul.benchmarks.subject;

/**
 * Number of requests that were read and written, and the time for it.
 *
 * @param cpuNanos CPU time of all threads of the process
 */
public record Throughput(long requests, long nanos, long cpuNanos) {

  public double perSecond() {
    return requests * 1e9 / nanos;
  }

  /** Returns the CPU time per request in microseconds. */
  public double cpuMicros() {
    return cpuNanos / 1e3 / requests;
  }
}
