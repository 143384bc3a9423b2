package io.longhaul.cli.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A generator as a child process. It reads secrets and then the address of the broker from its
 * standard input, and the end of this input ends the process. Started and closed by one thread.
 */
public final class GeneratorProcess implements AutoCloseable {
  /** Environment variable with additional JVM options, which override the defaults. */
  static final String OPTIONS_VARIABLE = "LONGHAUL_GENERATOR_JAVA_OPTS";

  private static final Logger LOG = LoggerFactory.getLogger(GeneratorProcess.class);

  private static final List<String> JVM_OPTIONS =
      List.of("-Xms256m", "-Xmx1g", "-XX:+UseParallelGC", "-XX:ParallelGCThreads=2");

  private final String name;
  private final ChildProcess child;

  private GeneratorProcess(String name, ChildProcess child) {
    this.name = name;
    this.child = child;
  }

  /**
   * Starts a generator, which waits for {@link #connectTo}.
   *
   * @param name name in the run
   * @param mainClass main class of this program
   * @param arguments program arguments, without secrets
   * @param secretLine line of secrets for its standard input
   * @param logFile log file of the process
   */
  public static GeneratorProcess start(
      String name, String mainClass, List<String> arguments, String secretLine, Path logFile)
      throws IOException {
    ChildProcess child =
        ChildProcess.start(
            "generator " + name,
            new JavaCommand(
                ProcessKind.GENERATOR,
                mainClass,
                jvmOptions(System.getenv()),
                new ArrayList<>(arguments),
                false),
            logFile);
    child.sendLine(secretLine);
    return new GeneratorProcess(name, child);
  }

  /**
   * Sends the address of the broker, after which the generator reports on the control topic when it
   * is ready. Does nothing if the process has exited.
   *
   * @param bootstrapServers {@code host:port}
   */
  void connectTo(String bootstrapServers) {
    try {
      child.sendLine(bootstrapServers);
    } catch (IOException e) {
      LOG.info("Generator {} has exited before it was given the address of Kafka", name);
    }
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

  /**
   * Calls the listener with the exit status when the process has exited, on a thread of the JVM.
   */
  public void whenEnded(IntConsumer listener) {
    CompletableFuture<Void> unused = child.exit().thenAccept(listener::accept);
  }

  /** Returns the last lines of its log. */
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
