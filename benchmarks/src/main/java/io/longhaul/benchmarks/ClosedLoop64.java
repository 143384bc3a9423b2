package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the requests per second of a complete {@code longhaul profile} with AIPerf's on the same
 * mock server, in a closed loop of 64 streams of 32 tokens. The figure is each tool's own {@code
 * request_throughput}; both count tokens with the same tokenizer.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "ClosedLoop64", mixinStandardHelpOptions = true)
public final class ClosedLoop64 extends RepeatedBenchmark {

  @Option(names = "--aiperf", required = true, description = "Executable of AIPerf")
  private Path aiperf;

  @Option(
      names = "--tokenizer",
      required = true,
      description = "Folder that contains a tokenizer.json")
  private Path tokenizer;

  @Option(names = "--seconds", defaultValue = "20", description = "Duration of each tool's runs")
  private int seconds;

  public static void main(String[] args) {
    new ClosedLoop64().execute(args);
  }

  @Override
  void run() throws Exception {
    LoadTester longhaul = LoadTester.longhaul();
    LoadTester other = LoadTester.aiperf(aiperf);
    List<Double> ofAiperf = new ArrayList<>();
    List<Double> ofLonghaul = new ArrayList<>();
    List<Double> withServerCounts = new ArrayList<>();
    try (BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", 32)) {
      String url = mock.url();
      for (int round = 0; round < rounds; round++) {
        ofAiperf.add(perSecond(other, url));
        ofLonghaul.add(perSecond(longhaul, url));
        withServerCounts.add(perSecond(longhaul, url, "--use-server-token-count"));
      }
    }
    Table table = new Table("64 streams of 32 tokens", "requests/s", "ratio");
    addLine(table, "AIPerf", ofAiperf, ofAiperf);
    addLine(table, "longhaul profile", ofLonghaul, ofAiperf);
    addLine(table, "longhaul profile, server counts tokens", withServerCounts, ofAiperf);
    table.add("goal", "", "≥ 8.00");
    System.out.printf("Medians of %d runs of %d s%n%n%s", rounds, seconds, table);
  }

  private double perSecond(LoadTester tester, String url, String... more) throws Exception {
    List<String> options = new ArrayList<>(List.of(more));
    options.addAll(List.of("--concurrency", "64", "--tokenizer", tokenizer.toString()));
    options.addAll(List.of("--benchmark-duration", Integer.toString(seconds)));
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      return tester.run(folder.path().resolve("artifacts"), url, options).requestsPerSecond();
    }
  }

  private static void addLine(Table table, String name, List<Double> runs, List<Double> ofAiperf) {
    double median = SortedSample.median(runs, Double::doubleValue);
    table.add(name, median, median / SortedSample.median(ofAiperf, Double::doubleValue));
  }
}
