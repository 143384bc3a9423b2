package io.longhaul.cli.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * A generator as a child process. What it must not be seen to know goes through its standard input,
 * whose end also ends it. Started and closed by one thread.
 */
public final class GeneratorProcess implements AutoCloseable {
  /** Further options for its JVM; they win over ours. */
  static final String OPTIONS_VARIABLE = "LONGHAUL_GENERATOR_JAVA_OPTS";

  private static final List<String> JVM_OPTIONS =
      List.of("-Xms256m", "-Xmx1g", "-XX:+UseParallelGC", "-XX:ParallelGCThreads=2");

  private final String name;
  private final ChildProcess child;

  private GeneratorProcess(String name, ChildProcess child) {
    this.name = name;
    this.child = child;
  }

  /**
   * Starts a generator; it says on the control topic when it is ready.
   *
   * @param name its name in the run
   * @param mainClass of this program
   * @param arguments of the program, without secrets
   * @param secretLine told over its standard input
   * @param logFile takes what it says of itself
   */
  public static GeneratorProcess start(
      String name, String mainClass, List<String> arguments, String secretLine, Path logFile)
      throws IOException {
    ChildProcess child =
        ChildProcess.start(
            "generator " + name,
            new JavaCommand(
                mainClass, jvmOptions(System.getenv()), new ArrayList<>(arguments), false),
            logFile);
    child.sendLine(secretLine);
    return new GeneratorProcess(name, child);
  }

  static List<String> jvmOptions(Map<String, String> environment) {
    String further = environment.getOrDefault(OPTIONS_VARIABLE, "").strip();
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    if (!further.isEmpty()) {
      options.addAll(List.of(further.split("\\s+")));
    }
    return options;
  }

  public String name() {
    return name;
  }

  /** Calls back with the exit status when the process has ended, on a thread of the JVM's. */
  public void whenEnded(IntConsumer listener) {
    CompletableFuture<Void> unused = child.exit().thenAccept(listener::accept);
  }

  /** The end of its log. */
  public List<String> lastLines() {
    return child.tailOfLog();
  }

  public long pid() {
    return child.pid();
  }

  /** Ends the process and waits for it. */
  @Override
  public void close() {
    child.close();
  }
}
