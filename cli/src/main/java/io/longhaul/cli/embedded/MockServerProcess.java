package io.longhaul.cli.embedded;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A mock server as a child process on free ports. Started and closed by one thread. */
public final class MockServerProcess implements AutoCloseable {
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final ChildProcess child;
  private final URI llm;
  private final URI exporter;

  private MockServerProcess(ChildProcess child, URI llm, URI exporter) {
    this.child = child;
    this.llm = llm;
    this.exporter = exporter;
  }

  /**
   * Starts a mock server and waits until it is ready.
   *
   * @param mainClass main class of this program
   * @param arguments program arguments; the first line of its output must contain both addresses,
   *     separated by a space
   */
  public static MockServerProcess start(String mainClass, List<String> arguments, Path logFile)
      throws IOException, ChildFailedException, InterruptedException {
    ChildProcess child =
        ChildProcess.start(
            "mock server",
            new JavaCommand(ProcessKind.MOCK_SERVER, mainClass, JVM_OPTIONS, arguments, false),
            logFile);
    try {
      String[] addresses = child.awaitFirstLine().split(" ", -1);
      return new MockServerProcess(child, URI.create(addresses[0]), URI.create(addresses[1]));
    } catch (ChildFailedException | InterruptedException | RuntimeException e) {
      child.close();
      throw e;
    }
  }

  /** Returns the base URL of the LLM server. */
  public URI llm() {
    return llm;
  }

  /** Returns the URL of the DCGM exporter's metrics page. */
  public URI exporter() {
    return exporter;
  }

  /** Stops the server and waits for it. */
  @Override
  public void close() {
    child.close();
  }
}
