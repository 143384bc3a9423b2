package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A JVM of our own that is given orders, one line each, and answers each with one line. It ends
 * when this process does: its standard input is then at its end. For one thread.
 */
public final class Child implements AutoCloseable {
  private static final long SECONDS_TO_END = 10;

  private final String name;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
  }

  /**
   * Starts a main class of this class path. What it says on standard error is seen here.
   *
   * @throws IOException when the process cannot be started
   */
  public static Child start(Class<?> mainClass, List<String> jvmOptions, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new Child(mainClass.getSimpleName(), process);
  }

  /**
   * Gives an order and waits for the answer.
   *
   * @throws IllegalStateException when the child ended, or took longer; it is killed then
   */
  public String execute(String command, Duration timeout) {
    try {
      commands.write(command + "\n");
      commands.flush();
      return response(timeout);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot ask " + name + ": it has ended", e);
    }
  }

  private String response(Duration timeout) {
    CompletableFuture<String> line = CompletableFuture.supplyAsync(this::readLine);
    try {
      String response = line.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (response == null) {
        throw new IllegalStateException("Cannot hear " + name + ": it has ended (see above)");
      }
      return response;
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "Cannot hear " + name + ": no answer within " + timeout.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot hear " + name + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot hear " + name + ": interrupted", e);
    }
  }

  private String readLine() {
    try {
      return answers.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of its process. */
  public long pid() {
    return process.pid();
  }

  /** Ends the child and waits for it; one that does not end within 10 s is killed. */
  @Override
  public void close() {
    try {
      commands.close();
      if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // It has ended already.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
