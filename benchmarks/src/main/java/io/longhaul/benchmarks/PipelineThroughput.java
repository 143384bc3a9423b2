package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.BareReaderMain;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.JobMain;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.benchmarks.subject.Throughput;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the job's CPU time per record, from a log to the lake, with that of a bare loop that
 * only consumes records, decodes them, computes metrics and writes the same rows of {@code
 * requests}. Both use the same decoder and the same writer of Parquet files.
 *
 * <p>A run of {@code longhaul profile} creates the log, which its broker then serves again. The job
 * and the loop run in turns, in separate processes. The first rounds, in which Java compiles, do
 * not count.
 */
@Command(name = "PipelineThroughput", mixinStandardHelpOptions = true)
public final class PipelineThroughput extends RepeatedBenchmark {
  /** JVM options with which the launcher starts a parent. */
  private static final List<String> PARENT_JVM = List.of("-XX:+UseSerialGC", "-Xmx1g");

  @Option(names = "--requests", defaultValue = "300000", description = "Requests in the log")
  private int requests;

  @Option(names = "--chunks", defaultValue = "32", description = "Chunks per response")
  private int chunks;

  @Option(
      names = "--run",
      description =
          "Folder of a run with these requests and chunks, whose log is read; created by a run if"
              + " it does not exist. Default: a temporary folder")
  private @Nullable Path runFolder;

  @Option(
      names = "--warm-up",
      defaultValue = "3",
      description = "Number of rounds that do not count")
  private int warmUp;

  @Option(
      names = "--jvm-option",
      description = "Further JVM option of the job and of the bare loop")
  private List<String> jvmOptions = List.of();

  public static void main(String[] args) {
    new PipelineThroughput().execute(args);
  }

  @Override
  void run() throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ExportLayout run =
          new ExportLayout(runFolder == null ? folder.path().resolve("run") : runFolder);
      if (!Files.exists(run.log())) {
        prepareLog(run.folder());
      }
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
    List<String> jvm = new ArrayList<>(PARENT_JVM);
    jvm.addAll(jvmOptions);
    Throughputs measured;
    try (Child job = Child.start(JobMain.class, jvm, log);
        Child bareLoop = Child.start(BareReaderMain.class, jvm, log)) {
      if (warmUp > 0) {
        inTurns(bareLoop, job, warmUp);
      }
      measured = inTurns(bareLoop, job, rounds);
    }
    Table table = new Table("log to Parquet", "records/s", "CPU µs/record", "ratio");
    double bareMicros = cpuMicros("bare loop", measured.bare());
    double ourMicros = cpuMicros("job", measured.ours());
    table.add("bare loop", perSecond("bare loop", measured.bare()), bareMicros, 1.0);
    table.add("ProfileJob", perSecond("job", measured.ours()), ourMicros, bareMicros / ourMicros);
    table.add("goal", "", "", "≥ 0.80");
    return "%,d requests of %d chunks; medians of %d after %d; ratio by CPU time%n%n%s"
        .formatted(requests, chunks, rounds, warmUp, table);
  }

  private double cpuMicros(String subject, List<Throughput> measured) {
    return figures.add(
        subject + ": cpu_per_record", "µs", Better.LOWER, measured, Throughput::cpuMicros);
  }

  private double perSecond(String subject, List<Throughput> measured) {
    return figures.add(
        subject + ": records_per_second", "1/s", Better.HIGHER, measured, Throughput::perSecond);
  }
}
