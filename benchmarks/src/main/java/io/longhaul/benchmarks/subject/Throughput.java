package io.longhaul.benchmarks.subject;

/** How many requests of a log were read and written in what time. */
public record Throughput(long requests, long nanos) {

  /** Reads what {@link #toLine} wrote. */
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
