package io.longhaul.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What is observed of a run, in order of time. All times are those of {@code System.nanoTime}. */
final class Observations {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long startedNanos;
  private final List<Point> points = new ArrayList<>();
  private final List<MemoryPoint> memory = new ArrayList<>();

  private record Point(long atNanos, long answered) {}

  private record MemoryPoint(long answered, long bytes) {}

  /**
   * @param startedNanos when the process was started
   */
  Observations(long startedNanos) {
    this.startedNanos = startedNanos;
  }

  /** Adds the number of requests that were answered by now. */
  void answered(long nowNanos, long requests) {
    points.add(new Point(nowNanos, requests));
  }

  /** Adds the memory of the process and its descendants at that number of requests. */
  void memory(long requests, long bytes) {
    memory.add(new MemoryPoint(requests, bytes));
  }

  /**
   * Returns the figures of the run.
   *
   * @param endedNanos when the process had ended
   * @throws IllegalStateException if it has sent requests for less than an interval
   */
  ObservedRun result(long endedNanos, double cpuSeconds, long keptBytes) {
    long requests = points.get(points.size() - 1).answered();
    long firstNanos = points.get(firstWith(1)).atNanos();
    long lastNanos = points.get(firstWith(requests)).atNanos();
    List<Double> rates = new ArrayList<>();
    long interval = TimeUnit.SECONDS.toNanos(ObservedRun.INTERVAL_SECONDS);
    for (long from = firstNanos; from + interval <= lastNanos; from += interval) {
      rates.add((answeredAt(from + interval) - answeredAt(from)) / ObservedRun.INTERVAL_SECONDS);
    }
    if (rates.isEmpty()) {
      throw new IllegalStateException(
          "Cannot compare: no answers for "
              + ObservedRun.INTERVAL_SECONDS
              + " s (a longer --seconds)");
    }
    return new ObservedRun(
        List.copyOf(rates),
        requests,
        cpuSeconds,
        memory.stream().mapToLong(MemoryPoint::bytes).max().orElse(0),
        growthBytesPerRequest(requests),
        keptBytes,
        (firstNanos - startedNanos) / NANOS_PER_SECOND,
        (endedNanos - lastNanos) / NANOS_PER_SECOND);
  }

  private int firstWith(long answered) {
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).answered() >= Math.max(1, answered)) {
        return i;
      }
    }
    throw new IllegalStateException("Cannot compare: the tool has sent no request");
  }

  /** Returns the number of answers at a time, interpolated linearly. */
  private double answeredAt(long nanos) {
    Point before = points.get(0);
    for (Point point : points) {
      if (point.atNanos() >= nanos) {
        double part =
            point.atNanos() == before.atNanos()
                ? 1
                : (double) (nanos - before.atNanos()) / (point.atNanos() - before.atNanos());
        return before.answered() + part * (point.answered() - before.answered());
      }
      before = point;
    }
    return before.answered();
  }

  /** Returns the slope of the regression line over the second half of the requests. */
  private double growthBytesPerRequest(long requests) {
    List<MemoryPoint> half =
        memory.stream()
            .filter(point -> point.answered() > requests / 2 && point.answered() < requests)
            .toList();
    double meanRequests = half.stream().mapToLong(MemoryPoint::answered).average().orElse(0);
    double meanBytes = half.stream().mapToLong(MemoryPoint::bytes).average().orElse(0);
    double covariance = 0;
    double variance = 0;
    for (MemoryPoint point : half) {
      double x = point.answered() - meanRequests;
      covariance += x * (point.bytes() - meanBytes);
      variance += x * x;
    }
    return variance == 0 ? 0 : covariance / variance;
  }
}
