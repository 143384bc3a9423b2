package io.longhaul.benchmarks.subject;

/** Number of requests that were read and written, and the time for it. */
public record Throughput(long requests, long nanos) {

  public double perSecond() {
    return requests * 1e9 / nanos;
  }
}
