package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.embedded.JavaCommand;
import io.longhaul.cli.options.SeriesPlace;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A run as a child process: a JVM with the options of this one, which prints where this one prints.
 * Its standard input tells it its command line and is the bond with its parent: its end ends it.
 */
public final class RunProcess implements StartedRun {
  private static final long EXIT_TIMEOUT_SECONDS = 6;

  /** What a terminal tells everybody, and the parent passes on as a signal to end. */
  private static final String IGNORED_SIGNALS = "INT HUP";

  private final Process process;

  private RunProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param mainClass reads a {@link ArgumentsLine} and carries it out; gets the run's label, for
   *     people who look at processes
   */
  public static RunProcess start(String mainClass, PlannedRun run, SeriesPlace place)
      throws IOException {
    List<String> jvmOptions =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    jvmOptions.add(place.toJvmOption());
    JavaCommand command = new JavaCommand(mainClass, jvmOptions, List.of(run.label()), false);
    Process process =
        new ProcessBuilder(command.toWords(IGNORED_SIGNALS))
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    OutputStream input = process.getOutputStream();
    input.write((ArgumentsLine.of(run.words()) + "\n").getBytes(UTF_8));
    input.flush();
    return new RunProcess(process);
  }

  @Override
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /** It does not hear Ctrl-C itself; a signal to end means the same to a run. */
  @Override
  public void interrupt() {
    // Not destroy() of the process: that would close its input, too.
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
