package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The program in its own process with its own children, as a user starts it. */
final class RunningProfile implements AutoCloseable {
  /** Tests in the background of a shell ignore SIGINT, and so would all that they start. */
  private static final String DEFAULT_SIGINT =
      "if env --default-signal=INT true 2>/dev/null; then set -- env --default-signal=INT; fi\n";

  /** What starts soon is better here than what runs fast. */
  static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  /** Of generators: no collection while the vocabulary is read, and no threads for it. */
  static final String QUICK_GENERATOR =
      QUICK_START + " -XX:-UseParallelGC -XX:+UseSerialGC -Xmn160m";

  /** Two runs take 30 s on an idle machine; a busy one may be ten times slower. */
  private static final long STEP_TIMEOUT_SECONDS = 600;

  /** Each look reads the state of all processes of the machine. */
  private static final Duration BETWEEN_LOOKS_AT_PROCESSES = Duration.ofMillis(200);

  private static final int CTRL_C = 3;

  /** Runs its arguments on a new terminal and ends with their status. */
  private static final String PYTHON_TERMINAL =
      "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

  private final Process process;
  private final Path out;
  private final Path err;
  private final List<ProcessHandle> childrenSeen = new ArrayList<>();

  private RunningProfile(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts a command.
   *
   * @param folder takes what it prints
   */
  static RunningProfile start(Path folder, List<String> arguments) throws IOException {
    return start(folder, arguments, Map.of());
  }

  /**
   * Starts a command.
   *
   * @param folder takes what it prints
   * @param environment variables in addition to those of this process
   */
  static RunningProfile start(Path folder, List<String> arguments, Map<String, String> environment)
      throws IOException {
    Path out = folder.resolve("stdout.txt");
    Path err = folder.resolve("stderr.txt");
    ProcessBuilder launcher =
        launcher(command(arguments)).redirectOutput(out.toFile()).redirectError(err.toFile());
    launcher.environment().putAll(environment);
    return new RunningProfile(launcher.start(), out, err);
  }

  /**
   * Starts a command on a terminal of its own, which shows both outputs.
   *
   * @param folder takes what it shows
   * @return empty when this machine has nothing that makes terminals
   */
  static Optional<RunningProfile> onTerminal(Path folder, List<String> arguments)
      throws IOException {
    return onTerminal(folder, DEFAULT_SIGINT + "exec \"$@\" " + quoted(arguments));
  }

  /**
   * Starts a command on a terminal with a window of 120 columns and 40 rows, and writes the
   * settings of the terminal at its end to {@code after.txt}.
   *
   * @param folder takes what it shows
   * @return empty when this machine has nothing that makes terminals
   */
  static Optional<RunningProfile> inWindow(Path folder, List<String> arguments) throws IOException {
    String script =
        "stty rows 40 cols 120\n"
            + "export TERM=xterm-256color LC_ALL=C.UTF-8\n"
            // The shell waits for its command.
            + "trap : INT\n"
            + DEFAULT_SIGINT
            + "\"$@\" "
            + quoted(arguments)
            + "\nstatus=$?\nstty -a >'"
            + folder.resolve("after.txt")
            + "'\nexit $status\n";
    return onTerminal(folder, script);
  }

  private static String quoted(List<String> arguments) {
    return command(arguments).stream()
        .map(word -> "'" + word + "'")
        .collect(Collectors.joining(" "));
  }

  private static Optional<RunningProfile> onTerminal(Path folder, String script)
      throws IOException {
    Path shown = folder.resolve("terminal.txt");
    Path start = folder.resolve("start.sh");
    Files.writeString(start, script);
    for (List<String> terminal :
        List.of(
            List.of("script", "-qefc", "sh " + start, "/dev/null"),
            List.of("python3", "-c", PYTHON_TERMINAL, "sh", start.toString()))) {
      try {
        Process process =
            launcher(terminal).redirectErrorStream(true).redirectOutput(shown.toFile()).start();
        return Optional.of(new RunningProfile(process, shown, shown));
      } catch (IOException e) {
        // There is no such program.
      }
    }
    return Optional.empty();
  }

  private static List<String> command(List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("longhaul.root"), "longhaul").toString()));
    command.addAll(arguments);
    return command;
  }

  /** With this test's own Java. */
  private static ProcessBuilder launcher(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("LONGHAUL_JAVA_OPTS", QUICK_START);
    builder.environment().put("LONGHAUL_GENERATOR_JAVA_OPTS", QUICK_GENERATOR);
    return builder;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Waits for the end, but no longer than this. */
  void awaitEnd(Duration atMost) throws InterruptedException {
    process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits for the exit status. */
  int exitStatus() throws InterruptedException {
    assertThat(process.waitFor(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(out, UTF_8);
  }

  String err() throws IOException {
    return Files.readString(err, UTF_8);
  }

  /** The child whose command line has this word. */
  ProcessHandle child(String word) throws InterruptedException {
    await(
        () -> process.descendants().anyMatch(child -> hasWord(child, word)),
        BETWEEN_LOOKS_AT_PROCESSES);
    ProcessHandle found =
        process.descendants().filter(child -> hasWord(child, word)).findFirst().orElseThrow();
    childrenSeen.addAll(process.descendants().toList());
    return found;
  }

  /** Java does not return command lines that are as long as a class path. */
  private static boolean hasWord(ProcessHandle child, String word) {
    try {
      Path words = Path.of("/proc", Long.toString(child.pid()), "cmdline");
      return Files.readString(words, UTF_8).replace('\0', ' ').contains(word);
    } catch (IOException e) {
      // It has ended.
      return false;
    }
  }

  void await(BooleanSupplier condition) throws InterruptedException {
    await(condition, Duration.ofMillis(50));
  }

  /**
   * Waits for a condition.
   *
   * @param interval time between two evaluations of the condition
   */
  void await(BooleanSupplier condition, Duration interval) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(process.isAlive())
          .as(() -> "it is still running; its output: " + readNow(err))
          .isTrue();
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.sleep(interval.toMillis());
    }
  }

  /** Waits until standard error contains the text. */
  void awaitErr(String text) throws InterruptedException {
    await(() -> readNow(err).contains(text));
  }

  private static String readNow(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only on a terminal, whose driver turns it into a signal. */
  void typeCtrlC() throws IOException {
    process.getOutputStream().write(CTRL_C);
    process.getOutputStream().flush();
  }

  /** Has the effect of Ctrl-C with another signal: processes of a test may ignore SIGINT. */
  void terminate() {
    process.destroy();
  }

  /** Sends a signal to this process and to the child processes that were found so far. */
  void signalProcessGroup(Signal signal) throws IOException, InterruptedException {
    signal.sendTo(process.toHandle());
    for (ProcessHandle child : childrenSeen) {
      if (child.isAlive()) {
        signal.sendTo(child);
      }
    }
  }

  void kill() {
    process.destroyForcibly();
  }

  /** No child that was ever looked at is left; a busy machine is given time to end them. */
  void assertNoProcessIsLeft() {
    for (ProcessHandle child : childrenSeen) {
      assertThat(child.onExit()).succeedsWithin(20, TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
