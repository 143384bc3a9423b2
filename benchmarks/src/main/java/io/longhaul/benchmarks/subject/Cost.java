package io.longhaul.benchmarks.subject;

/**
 * The cost of a number of requests for a process.
 *
 * @param loopCpuNanos CPU time of the event loop's thread
 * @param processCpuNanos CPU time of all threads
 */
public record Cost(long requests, long loopCpuNanos, long processCpuNanos, long elapsedNanos) {

  /** Parses a line of {@link #toLine}. */
  public static Cost ofLine(String line) {
    String[] numbers = line.split(" ", -1);
    return new Cost(
        Long.parseLong(numbers[0]),
        Long.parseLong(numbers[1]),
        Long.parseLong(numbers[2]),
        Long.parseLong(numbers[3]));
  }

  String toLine() {
    return requests + " " + loopCpuNanos + " " + processCpuNanos + " " + elapsedNanos;
  }

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
