package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.benchmarks.subject.Throughput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A benchmark of whole processes that repeats its measurement and prints medians. */
@SuppressWarnings("NullAway.Init") // picocli sets the options
abstract class RepeatedBenchmark implements Callable<Integer> {
  private static final Duration ROUND_TIMEOUT = Duration.ofMinutes(5);

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Number of rounds; the result is their median")
  int rounds;

  @Option(names = "--json", description = "Also write the figures of each round to this file")
  private @Nullable Path json;

  @Spec private CommandSpec command;

  /** What the benchmark has measured; for {@code --json}. */
  final MeasuredFigures figures = new MeasuredFigures();

  /** Parses the arguments, runs the benchmark and ends the process. */
  final void execute(String[] args) {
    System.exit(new CommandLine(this).execute(args));
  }

  @Override
  public final Integer call() throws Exception {
    run();
    if (json != null) {
      figures.write(command.name(), command.commandLine().getParseResult().originalArgs(), json);
    }
    return 0;
  }

  /** Measures and prints. */
  abstract void run() throws Exception;

  /** The rounds of a bare loop and of the subject that it is compared with. */
  record Throughputs(List<Throughput> bare, List<Throughput> ours) {}

  /** Runs a bare loop and a subject in turns. */
  static Throughputs inTurns(Child bareLoop, Child subject, int rounds) throws IOException {
    List<Throughput> ofBareLoop = new ArrayList<>();
    List<Throughput> ofSubject = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ofBareLoop.add(inEmptyFolder(bareLoop));
      ofSubject.add(inEmptyFolder(subject));
    }
    return new Throughputs(ofBareLoop, ofSubject);
  }

  private static Throughput inEmptyFolder(Child subject) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      return write(subject, folder.path());
    }
  }

  static Throughput write(Child subject, Path folder) {
    return subject.execute(folder.toString(), ROUND_TIMEOUT, Throughput.class);
  }
}
