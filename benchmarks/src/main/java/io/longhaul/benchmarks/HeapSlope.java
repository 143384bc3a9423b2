package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures whether memory grows with the number of requests: the live objects on the heaps of the
 * generator and of the parent, which runs the job, after a full collection at every tenth of a long
 * closed loop, and their linear regression.
 */
@Command(name = "HeapSlope", mixinStandardHelpOptions = true)
public final class HeapSlope implements Callable<Integer> {

  @Option(names = "--requests", defaultValue = "1000000", description = "Total number of requests")
  private int requests;

  @Option(
      names = "--points",
      defaultValue = "10",
      description = "Number of evenly spaced measurements")
  private int points;

  public static void main(String[] args) {
    System.exit(new CommandLine(new HeapSlope()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    LoadTester longhaul = LoadTester.longhaul();
    List<Double> ofGenerator = new ArrayList<>();
    List<Double> ofParent = new ArrayList<>();
    Table table = new Table("Live MB after collection", "generator", "parent with job");
    try (TemporaryFolder folder = TemporaryFolder.create();
        BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", 32)) {
      List<String> options =
          LoadTester.options(
              "--concurrency 64 --use-server-token-count --request-count " + requests);
      Process parent = longhaul.start(folder.path().resolve("artifacts"), mock.url(), options);
      // The last point is before the end, while both processes are still running.
      for (int point = 1; point <= points; point++) {
        long at = Math.round(requests * (point - 0.05) / points);
        mock.awaitRequests(at, parent);
        ofGenerator.add(LiveHeap.megabytes(LoadTester.generatorOf(parent).pid()));
        ofParent.add(LiveHeap.megabytes(parent.pid()));
        table.add(
            String.format(Locale.ROOT, "%,d requests", at),
            ofGenerator.get(point - 1),
            ofParent.get(point - 1));
      }
      LoadTester.end(parent);
    }
    table.add("mean", mean(ofGenerator), mean(ofParent));
    table.add("growth from first to last, % of mean", growth(ofGenerator), growth(ofParent));
    table.add("goal", "± 2", "± 2");
    System.out.print(table);
    return 0;
  }

  private static double mean(List<Double> values) {
    return SortedSample.of(values, Double::doubleValue).mean();
  }

  /** Returns the growth of the regression line from the first point to the last, in percent. */
  private static double growth(List<Double> values) {
    int n = values.size();
    double meanIndex = (n - 1) / 2.0;
    double mean = mean(values);
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < n; i++) {
      covariance += (i - meanIndex) * (values.get(i) - mean);
      variance += (i - meanIndex) * (i - meanIndex);
    }
    return 100 * covariance / variance * (n - 1) / mean;
  }
}
