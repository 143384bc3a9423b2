package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.BareReaderMain;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.JobMain;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the job's throughput from a log to the lake with that of a bare loop that only consumes
 * records, decodes them, computes metrics and writes the same rows of {@code requests}.
 *
 * <p>A run of {@code longhaul profile} creates the log, which its broker then serves again. The job
 * and the loop run in turns, in separate processes with the options of {@code longhaul profile}.
 */
@Command(name = "PipelineThroughput", mixinStandardHelpOptions = true)
public final class PipelineThroughput extends RepeatedBenchmark {
  /** JVM options with which the launcher starts a parent. */
  private static final List<String> PARENT_JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g");

  @Option(names = "--requests", defaultValue = "300000", description = "Requests in the log")
  private int requests;

  @Option(names = "--chunks", defaultValue = "32", description = "Chunks per response")
  private int chunks;

  public static void main(String[] args) {
    new PipelineThroughput().execute(args);
  }

  @Override
  void run() throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ExportLayout run = new ExportLayout(folder.path().resolve("run"));
      prepareLog(run.folder());
      Path brokerLog = folder.path().resolve("broker.log");
      try (KafkaProcess broker = KafkaProcess.start(run.log(), brokerLog)) {
        System.out.print(compare(broker.bootstrapServers()));
      }
    }
  }

  private void prepareLog(Path folder) throws Exception {
    try (BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", chunks)) {
      List<String> options =
          LoadTester.options(
              "--concurrency 64 --use-server-token-count --slice-duration 1 --request-count "
                  + requests);
      LoadTester.longhaul().run(folder, mock.url(), options);
    }
  }

  private String compare(String bootstrapServers) throws Exception {
    List<String> log = List.of(bootstrapServers, Integer.toString(requests));
    Throughputs medians;
    try (Child job = Child.start(JobMain.class, PARENT_JVM, log);
        Child bareLoop = Child.start(BareReaderMain.class, PARENT_JVM, log)) {
      medians = inTurns(bareLoop, job);
    }
    Table table = new Table("log to Parquet", "records/s", "ratio");
    table.add("bare loop", medians.bare(), 1.0);
    table.add("ProfileJob", medians.ours(), medians.ours() / medians.bare());
    table.add("goal", "", "≥ 0.50");
    return "%,d requests of %d chunks; medians of %d%n%n%s"
        .formatted(requests, chunks, rounds, table);
  }
}
