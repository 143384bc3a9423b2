package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.load.plan.server.SecretVariables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM that ends with this one. Its standard input is its lease (see {@link ParentLease}),
 * it prints one line to its standard output when it is ready, and its standard error goes to a log
 * file. Used by one thread.
 */
final class ChildProcess implements AutoCloseable {
  private static final int TAIL_LINES = 12;

  /**
   * A terminal sends Ctrl-C and its hangup to all foreground processes, and a service manager stops
   * all processes of a service; children ignore these signals, so that the parent decides what
   * happens to a run.
   */
  private static final String IGNORED_SIGNALS = "INT HUP TERM";

  private final String name;
  private final Process process;
  private final Path log;
  private final CompletableFuture<String> firstLine;

  private ChildProcess(
      String name, Process process, Path log, CompletableFuture<String> firstLine) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.firstLine = firstLine;
  }

  /**
   * @param name for messages, such as {@code Kafka broker}
   * @param log file to which the child's standard error is appended; must not be a link
   * @throws IOException if the process cannot be started
   */
  static ChildProcess start(String name, JavaCommand command, Path log) throws IOException {
    // Create the file here, because a redirection would follow a link.
    FileChannel.open(log, CREATE, WRITE, NOFOLLOW_LINKS).close();
    ProcessBuilder child =
        new ProcessBuilder(command.toWords(IGNORED_SIGNALS))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // Children receive API keys through their standard input only.
    SecretVariables.removeFrom(child);
    Process process = child.start();
    CompletableFuture<String> firstLine = new CompletableFuture<>();
    Thread reader = new Thread(() -> readFirstLine(process, firstLine), name + " output");
    reader.setDaemon(true);
    reader.start();
    return new ChildProcess(name, process, log, firstLine);
  }

  private static void readFirstLine(Process process, CompletableFuture<String> firstLine) {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      firstLine.complete(output.readLine());
      while (output.readLine() != null) {
        // Drain further output, so that the child never blocks.
      }
    } catch (IOException e) {
      firstLine.complete(null);
    }
  }

  /** Writes one line to the child's standard input, which remains open. */
  void sendLine(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(UTF_8));
    input.flush();
  }

  /**
   * Waits for the line that the child prints when it is ready. Waits without a timeout as long as
   * the child lives, because a start on a busy machine may take minutes.
   *
   * @throws ChildFailedException if the child exits first; contains the end of its log
   */
  String awaitFirstLine() throws ChildFailedException, InterruptedException {
    String line;
    try {
      line = firstLine.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    if (line == null) {
      process.waitFor(1, TimeUnit.SECONDS);
      throw new ChildFailedException(
          "Cannot start " + name + ": it exited immediately (its log: " + log + ")", tailOfLog());
    }
    return line;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Completes with the exit status; 128 + number for a signal, never negative. */
  CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Returns the last lines of its log, oldest first; empty if it cannot be read. */
  List<String> tailOfLog() {
    try {
      List<String> lines = Files.readAllLines(log, UTF_8);
      return List.copyOf(lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Ends the lease and waits for the child to exit; kills it after 6 s. */
  @Override
  public void close() {
    ParentLease.end(process);
  }

  /** Kills the child, as in a crash. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }
}
