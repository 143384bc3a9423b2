package io.longhaul.cli.calibrate;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.MockServerProcess;
import io.longhaul.cli.series.PlannedRun;
import io.longhaul.cli.series.RunProcess;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.mock.truth.TruthLogEntry;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures a load with a complete run of {@code profile} against a mock server, each in its own
 * process, in a folder that is deleted afterwards.
 *
 * @param settings what all steps share
 * @param folder an existing folder, in which the folders of steps are created
 * @param serverClass main class of this program
 * @param runClass main class of a run that reads its command line from its standard input
 */
public record ProfileStep(
    StepSettings settings, Path folder, Class<?> serverClass, Class<?> runClass)
    implements StepRunner {
  private static final int LAST_LINES = 12;

  @Override
  public StepResult run(int requestsPerSecond)
      throws RunFailedException, ChildFailedException, IOException, InterruptedException {
    Path step = Files.createTempDirectory(folder, "step-" + requestsPerSecond + "-");
    try {
      return measure(requestsPerSecond, step);
    } finally {
      delete(step);
    }
  }

  private StepResult measure(int requestsPerSecond, Path step)
      throws RunFailedException, ChildFailedException, IOException, InterruptedException {
    Path truthLog = step.resolve("truth.jsonl");
    ExportLayout layout = new ExportLayout(step.resolve("run"));
    try (MockServerProcess server =
        MockServerProcess.start(
            serverClass.getName(),
            settings.server(truthLog.toString()),
            step.resolve("mock-server.log"))) {
      execute(server, requestsPerSecond, layout, step.resolve("profile.log"));
      // The server writes its log every 50 ms, and the end of a run takes longer.
      return read(requestsPerSecond, layout, TruthLogEntry.read(truthLog));
    }
  }

  private void execute(
      MockServerProcess server, int requestsPerSecond, ExportLayout layout, Path log)
      throws RunFailedException, IOException, InterruptedException {
    String label = requestsPerSecond + " requests/s";
    List<String> words =
        settings.profile(server.llm().toString(), requestsPerSecond, layout.folder().toString());
    try (RunProcess run =
        RunProcess.start(runClass.getName(), PlannedRun.alone(label, words, layout), log)) {
      ExitCode exitCode = ExitCode.ofStatus(run.await());
      if (exitCode.endsSeries()) {
        List<String> lines = Files.readAllLines(log);
        throw new RunFailedException(
            exitCode,
            "Cannot measure %s: the run failed: %s".formatted(label, exitCode.meaning()),
            lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
      }
    }
  }

  private StepResult read(
      int requestsPerSecond, ExportLayout layout, Map<String, TruthLogEntry> truth)
      throws IOException {
    StepMeasurement measurement = new StepMeasurement(requestsPerSecond, settings.seconds(), truth);
    Lake lake = new Lake(layout.lake());
    for (String run : lake.runs()) {
      lake.forEach(Dataset.REQUESTS, run, measurement::add);
      lake.forEach(Dataset.SLICES, run, measurement::add);
    }
    return measurement.result();
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> walk = Files.walk(tree)) {
      for (Path each : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
