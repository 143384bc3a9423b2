package io.longhaul.benchmarks;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A benchmark of whole processes that repeats its measurement and prints medians. */
abstract class RepeatedBenchmark implements Callable<Integer> {
  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Number of rounds; the result is their median")
  int rounds;

  /** Parses the arguments, runs the benchmark and ends the process. */
  final void execute(String[] args) {
    System.exit(new CommandLine(this).execute(args));
  }

  @Override
  public final Integer call() throws Exception {
    run();
    return 0;
  }

  /** Measures and prints. */
  abstract void run() throws Exception;
}
