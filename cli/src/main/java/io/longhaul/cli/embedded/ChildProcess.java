package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.load.plan.SecretVariables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of our own that ends with this one: its standard input is the lease (see {@link
 * ParentLease}), its standard output brings one line when it is ready, its standard error is a log
 * file. Started, asked and closed by one thread.
 */
final class ChildProcess implements AutoCloseable {
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(6);
  private static final int TAIL_LINES = 12;

  /**
   * Ctrl-C and the end of a terminal reach everybody in its foreground, the end of a service every
   * process of it: what becomes of a run is the parent's decision.
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
   * @param log file that takes the child's standard error; appended to; no link
   * @throws IOException when the process cannot be started
   */
  static ChildProcess start(String name, JavaCommand command, Path log) throws IOException {
    // Made here: a redirection would follow a link.
    FileChannel.open(log, CREATE, WRITE, NOFOLLOW_LINKS).close();
    ProcessBuilder child =
        new ProcessBuilder(command.toWords(IGNORED_SIGNALS))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // A key that a child must know is told over its standard input.
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
        // What else it prints is drained, so that it never blocks.
      }
    } catch (IOException e) {
      firstLine.complete(null);
    }
  }

  /** Sends one line to the child's standard input, which stays open. */
  void sendLine(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(UTF_8));
    input.flush();
  }

  /**
   * The line that the child prints when it is ready; waits for as long as the child lives, since a
   * busy machine may take minutes.
   *
   * @throws ChildFailedException when it ended before; with the end of its log
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
          "Cannot start " + name + ": it ended at once (its log: " + log + ")", tailOfLog());
    }
    return line;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Exit status; negative numbers never occur, a signal shows as 128 + its number. */
  CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** The last lines of its log, oldest first; empty when it cannot be read. */
  List<String> tailOfLog() {
    try {
      List<String> lines = Files.readAllLines(log, UTF_8);
      return List.copyOf(lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Ends the lease and waits; a child that has not ended after 6 s is killed. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(EXIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it at once, as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }
}
