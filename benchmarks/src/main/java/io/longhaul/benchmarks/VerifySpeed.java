package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how many requests per second {@code longhaul verify} compares with the ledger, the
 * slices and the summary of a run, without its Kafka log. One thread reads every byte of the lake.
 */
@Command(name = "VerifySpeed", mixinStandardHelpOptions = true)
public final class VerifySpeed extends RepeatedBenchmark {
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--requests", defaultValue = "1000000", description = "Requests of the run")
  private int requests;

  @Option(names = "--tokens", defaultValue = "32", description = "Tokens per response")
  private int tokens;

  public static void main(String[] args) {
    new VerifySpeed().execute(args);
  }

  @Override
  void run() throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path artifacts = folder.path().resolve("artifacts");
      try (BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", tokens)) {
        String options =
            "--concurrency 64 --use-server-token-count --export-level summary --request-count ";
        LoadTester.longhaul().run(artifacts, mock.url(), LoadTester.options(options + requests));
      }
      Lake lake = new Lake(new ExportLayout(artifacts).lake());
      String run = lake.runs().iterator().next();
      List<Cost> costs = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        costs.add(verify(lake, run));
      }
      print(costs);
    }
  }

  private static Cost verify(Lake lake, String run) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = System.nanoTime();
    long cpuNanos = threads.getCurrentThreadCpuTime();
    Verification verification = LakeVerifier.full(lake, run, Optional.empty());
    Cost cost = new Cost(threads.getCurrentThreadCpuTime() - cpuNanos, System.nanoTime() - nanos);
    if (!verification.isWhole()) {
      throw new IllegalStateException("Cannot use the run: it is wrong or incomplete");
    }
    return cost;
  }

  private record Cost(double cpuNanos, double nanos) {}

  private void print(List<Cost> costs) {
    Table table = new Table("requests/s", "per second of CPU time", "elapsed");
    table.add("first round", perSecond(costs.get(0).cpuNanos()), perSecond(costs.get(0).nanos()));
    table.add(
        "median of " + rounds,
        figures.add(
            "requests_per_cpu_second",
            "1/s",
            Better.HIGHER,
            costs,
            cost -> perSecond(cost.cpuNanos())),
        figures.add(
            "requests_per_second", "1/s", Better.HIGHER, costs, cost -> perSecond(cost.nanos())));
    table.add("goal", "≥ 1,000,000", "");
    System.out.print(table);
  }

  private double perSecond(double nanos) {
    return requests / (nanos / NANOS_PER_SECOND);
  }
}
