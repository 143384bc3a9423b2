package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.api.LiveViewAddress;
import io.longhaul.cli.embedded.JavaCommand;
import io.longhaul.cli.embedded.ParentLease;
import io.longhaul.cli.embedded.ProcessKind;
import io.longhaul.config.value.SeriesPosition;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as a child process: a JVM with the options of this one, whose output goes where this one's
 * goes, or to a file. It reads its command line from its standard input, which it also watches as a
 * lease: the end of the input ends the process.
 */
public final class RunProcess implements StartedRun {

  /**
   * Signals that a terminal sends to the whole process group; the parent forwards them as SIGTERM.
   */
  private static final String IGNORED_SIGNALS = "INT HUP";

  private final Process process;

  private RunProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a run.
   *
   * @throws IOException if the process cannot be started
   */
  static RunProcess start(
      String mainClass, PlannedRun run, SeriesPosition place, LiveViewAddress liveView)
      throws IOException {
    return start(mainClass, run, place, liveView, ProcessBuilder.Redirect.INHERIT);
  }

  /**
   * Starts a run that is not part of a series.
   *
   * @param mainClass main class as in {@link RunProcesses}
   * @param log file for its output
   * @throws IOException if the process cannot be started
   */
  public static RunProcess start(String mainClass, PlannedRun run, Path log) throws IOException {
    return start(
        mainClass,
        run,
        SeriesPosition.ALONE,
        LiveViewAddress.ofThisProcess(),
        ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  private static RunProcess start(
      String mainClass,
      PlannedRun run,
      SeriesPosition place,
      LiveViewAddress liveView,
      ProcessBuilder.Redirect output)
      throws IOException {
    List<String> jvmOptions =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    jvmOptions.add(place.toJvmOption());
    JavaCommand command =
        new JavaCommand(ProcessKind.PARENT, mainClass, jvmOptions, List.of(run.label()), false);
    Process process =
        new ProcessBuilder(command.toWords(IGNORED_SIGNALS))
            .redirectOutput(output)
            .redirectError(output)
            .start();
    OutputStream input = process.getOutputStream();
    String lines = liveView.toLine() + "\n" + ArgumentsLine.of(run.words()) + "\n";
    input.write(lines.getBytes(UTF_8));
    input.flush();
    return new RunProcess(process);
  }

  @Override
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Sends SIGTERM, which has the effect of Ctrl-C; the process ignores Ctrl-C itself. */
  @Override
  public void interrupt() {
    // Not Process.destroy(), which would also close the input.
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    ParentLease.end(process);
  }
}
