package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures whether a Kafka broker that does not respond changes the measured time to first token:
 * the same open loop with a healthy broker and, in turns, with one that is suspended by {@code
 * SIGSTOP} for most of the load. Both runs are evaluated over the same requests: those that are due
 * while the broker is suspended.
 */
@Command(name = "PausedBroker", mixinStandardHelpOptions = true)
public final class PausedBroker extends RepeatedBenchmark {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Seconds at the start and at the end of the load in which the broker runs. */
  private static final int RUNNING_SECONDS = 5;

  @Option(names = "--rate", defaultValue = "200", description = "Requests per second, Poisson")
  private int rate;

  @Option(names = "--seconds", defaultValue = "40", description = "Duration of the load in seconds")
  private int seconds;

  public static void main(String[] args) {
    new PausedBroker().execute(args);
  }

  @Override
  void run() throws Exception {
    if (seconds <= 2 * RUNNING_SECONDS) {
      throw new IllegalArgumentException("Invalid --seconds: " + seconds + " (more than 10)");
    }
    LoadTester tester = LoadTester.longhaul();
    List<FirstToken> healthy = new ArrayList<>();
    List<FirstToken> paused = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      healthy.add(measure(tester, false));
      paused.add(measure(tester, true));
    }
    Table table = new Table("TTFT, milliseconds", "p50", "p99", "p99.9");
    addLine(table, "healthy broker", healthy);
    addLine(table, "suspended broker", paused);
    table.add("goal", "", "healthy + 1 ms, or + 2 %", "");
    System.out.printf(
        "%d requests/s, broker suspended for %d of %d s; medians of %d runs%n%n%s",
        rate, seconds - 2 * RUNNING_SECONDS, seconds, rounds, table);
  }

  private FirstToken measure(LoadTester tester, boolean pauses)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create();
        BenchmarkServer mock = BenchmarkServer.start("50ms", "10ms", 32)) {
      Path artifacts = folder.path().resolve("artifacts");
      List<String> options =
          LoadTester.options(
              "--tokenizer builtin --request-rate %d --benchmark-duration %d"
                  .formatted(rate, seconds));
      Process run = tester.start(artifacts, mock.url(), options);
      long first = (long) rate * RUNNING_SECONDS;
      long last = (long) rate * (seconds - RUNNING_SECONDS);
      mock.awaitRequests(first, run);
      ProcessHandle broker = brokerOf(run);
      if (pauses) {
        signal(broker, "STOP");
      }
      try {
        mock.awaitRequests(last, run);
      } finally {
        signal(broker, "CONT");
      }
      LoadTester.end(run);
      List<RequestMeasurement> measurements = new ProfileResult(artifacts, 0, 0).measurements();
      return FirstToken.of(measurements.subList((int) first, (int) last));
    }
  }

  private static ProcessHandle brokerOf(Process run) {
    return run.descendants()
        .filter(child -> child.info().commandLine().orElse("").contains(".BrokerMain "))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Cannot find the broker"));
  }

  private static void signal(ProcessHandle process, String signal)
      throws IOException, InterruptedException {
    LoadTester.end(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start());
  }

  /** Time to first token of one run, in milliseconds. */
  private record FirstToken(double p50, double p99, double p999) {
    static FirstToken of(List<RequestMeasurement> measurements) {
      SortedSample sample =
          SortedSample.of(measurements, RequestMeasurement::timeToFirstTokenNanos);
      return new FirstToken(
          sample.percentile(50) / NANOS_PER_MILLI,
          sample.percentile(99) / NANOS_PER_MILLI,
          sample.percentile(99.9) / NANOS_PER_MILLI);
    }
  }

  private void addLine(Table table, String name, List<FirstToken> runs) {
    table.add(
        name,
        figures.add(name + ": ttft_p50", "ms", Better.LOWER, runs, FirstToken::p50),
        figures.add(name + ": ttft_p99", "ms", Better.LOWER, runs, FirstToken::p99),
        figures.add(name + ": ttft_p99.9", "ms", Better.LOWER, runs, FirstToken::p999));
  }
}
