package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.export.RequestRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how long a user waits: from {@code longhaul demo} to its first request, from its last
 * response to the end, and for the result of a run of 10 requests, compared with AIPerf.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "StartUp", mixinStandardHelpOptions = true)
public final class StartUp extends RepeatedBenchmark {
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--aiperf", required = true, description = "Executable of AIPerf")
  private Path aiperf;

  @Option(
      names = "--tokenizer",
      required = true,
      description = "Folder that contains a tokenizer.json")
  private Path tokenizer;

  public static void main(String[] args) {
    new StartUp().execute(args);
  }

  @Override
  void run() throws Exception {
    LoadTester longhaul = LoadTester.longhaul();
    LoadTester other = LoadTester.aiperf(aiperf);
    List<Demo> demos = new ArrayList<>();
    List<Double> ofLonghaul = new ArrayList<>();
    List<Double> ofAiperf = new ArrayList<>();
    try (BenchmarkServer mock = BenchmarkServer.start("50ms", "10ms", 32)) {
      String url = mock.url();
      for (int round = 0; round < rounds; round++) {
        demos.add(demo(longhaul));
        ofAiperf.add(tenRequests(other, url));
        ofLonghaul.add(tenRequests(longhaul, url));
      }
    }
    System.out.printf("Medians of %d%n%n%s", rounds, table(demos, ofLonghaul, ofAiperf));
  }

  /** Seconds from the command to the first request, and from the last response to the end. */
  private record Demo(double toFirstRequest, double afterLastAnswer) {
    static Demo of(ProfileResult run) throws Exception {
      List<RequestRow> rows = run.requests();
      double started = run.startedEpochMillis() / MILLIS_PER_SECOND;
      double first =
          rows.stream().mapToLong(RequestRow::getHandedEpochNs).min().orElseThrow()
              / NANOS_PER_SECOND;
      double last =
          rows.stream().mapToLong(RequestRow::getEndedEpochNs).max().orElseThrow()
              / NANOS_PER_SECOND;
      return new Demo(first - started, started + run.elapsedSeconds() - last);
    }
  }

  private static Demo demo(LoadTester longhaul) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      return Demo.of(longhaul.demo(folder.path().resolve("artifacts")));
    }
  }

  private double tenRequests(LoadTester tester, String url) throws Exception {
    List<String> options =
        List.of("--request-count", "10", "--concurrency", "1", "--tokenizer", tokenizer.toString());
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      return tester.run(folder.path().resolve("artifacts"), url, options).elapsedSeconds();
    }
  }

  private Table table(List<Demo> demos, List<Double> ofLonghaul, List<Double> ofAiperf) {
    double longhaul = add("10 requests, Longhaul", ofLonghaul, Double::doubleValue);
    double aiperf = add("10 requests, AIPerf", ofAiperf, Double::doubleValue);
    Table table = new Table("seconds", "measured", "ratio", "goal");
    table.add(
        "demo: command to first request",
        add("demo: to_first_request", demos, Demo::toFirstRequest),
        "",
        "≤ 10");
    table.add(
        "demo: last response to end",
        add("demo: after_last_answer", demos, Demo::afterLastAnswer),
        "",
        "≤ 6");
    table.add("10 requests, AIPerf", aiperf, 1.0, "");
    table.add("10 requests, longhaul profile", longhaul, longhaul / aiperf, "ratio ≤ 1.5");
    return table;
  }

  private <T> double add(String figure, List<T> runs, ToDoubleFunction<T> seconds) {
    return figures.add(figure, "s", Better.LOWER, runs, seconds);
  }
}
