package io.longhaul.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of a run that can be killed, paused and started again. All of its starts append to one
 * file of output; a second file holds its process ID. Thread-safe.
 */
final class ManagedProcess {
  private static final long EXIT_TIMEOUT_SECONDS = 20;
  private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(20);
  private static final int STATE_FIELD = 2;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path folder;
  private @Nullable Process process;

  /**
   * Describes a process, which is not started yet.
   *
   * @param folder working folder, which receives the two files
   */
  ManagedProcess(String name, List<String> command, Map<String, String> environment, Path folder) {
    this.name = name;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.folder = folder;
  }

  String name() {
    return name;
  }

  /** Starts it, for the first time or again. */
  synchronized void start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out().toFile()));
    builder.environment().putAll(environment);
    Process started = builder.start();
    process = started;
    Files.writeString(folder.resolve(name + ".pid"), Long.toString(started.pid()), UTF_8);
  }

  private Path out() {
    return folder.resolve(name + ".txt");
  }

  private synchronized Process process() {
    if (process == null) {
      throw new IllegalStateException("Cannot use " + name + ": it was not started");
    }
    return process;
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  long pid() {
    return process().pid();
  }

  /** Kills it with {@code SIGKILL} and waits for its end; returns whether it was alive. */
  boolean kill() throws InterruptedException {
    Process current = process();
    boolean alive = current.isAlive();
    current.destroyForcibly().waitFor();
    return alive;
  }

  /** Suspends it; returns whether it is then suspended. */
  boolean pause() throws Exception {
    return signal("STOP")
        && Waits.until(SIGNAL_TIMEOUT, () -> isSuspended() || !isAlive())
        && isAlive();
  }

  /** Continues it. */
  void unpause() throws IOException, InterruptedException {
    signal("CONT");
  }

  private boolean signal(String signal) throws IOException, InterruptedException {
    Process current = process();
    return current.isAlive()
        && new ProcessBuilder("kill", "-" + signal, Long.toString(current.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
  }

  /** The command of the process is in parentheses and may contain spaces. */
  private boolean isSuspended() throws IOException {
    if (!isAlive()) {
      return false;
    }
    String status = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"), UTF_8);
    return status.substring(status.lastIndexOf(')')).split(" ", STATE_FIELD + 1)[1].equals("T");
  }

  /** Waits for its end; returns whether it ended in time. */
  boolean awaitExit(long seconds) throws InterruptedException {
    return process().waitFor(seconds, TimeUnit.SECONDS);
  }

  int exitStatus() {
    return process().exitValue();
  }

  /** Returns everything that it has printed, in all of its lives. */
  String printed() throws IOException {
    return Files.exists(out()) ? Files.readString(out(), UTF_8) : "";
  }

  /** Kills it with its children and does not wait. */
  synchronized void abandon() {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Terminates it, and kills it with its children if it does not exit. */
  synchronized void end() {
    if (process == null) {
      return;
    }
    List<ProcessHandle> children = process.descendants().toList();
    try {
      signal("CONT");
      process.destroy();
      process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // It is killed instead.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
