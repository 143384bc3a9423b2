package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
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
 * A child JVM that executes commands of one line each and responds to each with one line. It ends
 * with this process, because its standard input then ends. Not thread-safe.
 */
public final class Child implements AutoCloseable {
  private static final long SECONDS_TO_END = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Process process;
  private final BufferedReader responses;
  private final BufferedWriter commands;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.responses = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
  }

  /**
   * Starts a main class of this class path. Its standard error is inherited.
   *
   * @throws IOException if the process cannot be started
   */
  public static Child start(Class<?> mainClass, List<String> jvmOptions, List<String> arguments)
      throws IOException {
    return start(mainClass, System.getProperty("java.class.path"), jvmOptions, arguments);
  }

  /** Like {@link #start(Class, List, List)}, for another class path that contains the class. */
  public static Child start(
      Class<?> mainClass, String classPath, List<String> jvmOptions, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath, mainClass.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new Child(mainClass.getSimpleName(), process);
  }

  /**
   * Sends a command and waits for the response.
   *
   * @throws IllegalStateException if the child has ended, or timed out; it is then killed
   */
  public String execute(String command, Duration timeout) {
    return execute(command, timeout, String.class);
  }

  /** Like {@link #execute(String, Duration)}, for a response of another type than text. */
  public <T> T execute(String command, Duration timeout, Class<T> type) {
    try {
      commands.write(command + "\n");
      commands.flush();
      return JSON.readValue(response(timeout), type);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot send a command to " + name + ": it has ended", e);
    }
  }

  private String response(Duration timeout) {
    CompletableFuture<String> line = CompletableFuture.supplyAsync(this::readLine);
    try {
      String response = line.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (response == null) {
        throw new IllegalStateException(
            "Cannot read the response of " + name + ": it has ended (see above)");
      }
      return response;
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "Cannot read the response of "
              + name
              + ": no response within "
              + timeout.toSeconds()
              + " s",
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot read the response of " + name + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot read the response of " + name + ": interrupted", e);
    }
  }

  private String readLine() {
    try {
      return responses.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the process ID. */
  public long pid() {
    return process.pid();
  }

  /** Ends the child and waits for it; after 10 s it is killed. */
  @Override
  public void close() {
    try {
      commands.close();
      if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // The child has already ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
