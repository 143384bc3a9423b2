package io.longhaul.benchmarks.subject;

/** Number of requests that were read and written, and the time for it. */
public record Throughput(long requests, long nanos) {

  /** Parses a line of {@link #toLine}. */
  public static Throughput ofLine(String line) {
    int space = line.indexOf(' ');
    return new Throughput(
        Long.parseLong(line.substring(0, space)), Long.parseLong(line.substring(space + 1)));
  }

  String toLine() {
    return requests + " " + nanos;
  }

  public double perSecond() {
    return requests * 1e9 / nanos;
  }
}
