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
    Trend generator = Trend.of(ofGenerator);
    Trend parent = Trend.of(ofParent);
    table.add("mean", generator.mean(), parent.mean());
    table.add(
        "growth from first to last, % of mean", generator.growthPercent(), parent.growthPercent());
    table.add("goal", "± 2", "± 2");
    System.out.print(table);
    return 0;
  }
}
