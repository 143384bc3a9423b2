package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.Cost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A process that runs rounds of requests, and their costs. */
record BenchmarkProcess(Child process, String order, List<Cost> costs) implements AutoCloseable {
  private static final Duration ROUND_TIMEOUT = Duration.ofMinutes(5);
  private static final int WARM_UP_ROUNDS = 2;

  /** JVM options with which {@code longhaul profile} starts a generator. */
  private static final List<String> JVM =
      List.of("-Xms256m", "-Xmx1g", "-XX:+UseParallelGC", "-XX:ParallelGCThreads=2");

  /**
   * Starts a process.
   *
   * @param mainClass accepts a number of requests as command and returns a line with their {@link
   *     Cost}
   */
  static BenchmarkProcess start(Class<?> mainClass, int requests, String... arguments)
      throws IOException {
    Child process = Child.start(mainClass, JVM, List.of(arguments));
    return new BenchmarkProcess(process, Integer.toString(requests), new ArrayList<>());
  }

  /** Runs the processes in turns, round by round, after two warm-up rounds each. */
  static void runInTurns(List<BenchmarkProcess> processes, int rounds) {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      processes.forEach(BenchmarkProcess::run);
    }
    processes.forEach(process -> process.costs.clear());
    for (int round = 0; round < rounds; round++) {
      processes.forEach(BenchmarkProcess::run);
    }
  }

  private void run() {
    costs.add(process.execute(order, ROUND_TIMEOUT, Cost.class));
  }

  /** Returns the median of all rounds. */
  double median(ToDoubleFunction<Cost> figure) {
    return SortedSample.median(costs, figure);
  }

  @Override
  public void close() {
    process.close();
  }
}
