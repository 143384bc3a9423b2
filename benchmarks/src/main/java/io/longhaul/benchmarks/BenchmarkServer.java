package io.longhaul.benchmarks;

import io.longhaul.benchmarks.peers.ServerProgress;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.MockServerMain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A mock server in a separate process, without a truth log. */
final class BenchmarkServer implements AutoCloseable {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);
  private static final long POLL_INTERVAL_MILLIS = 100;

  private final Child process;

  private BenchmarkServer(Child process) {
    this.process = process;
  }

  /** Starts a server with the options of the mock server. */
  static BenchmarkServer start(
      String timeToFirstToken, String interTokenLatency, int tokens, String... extraJvmOptions)
      throws IOException {
    List<String> jvm = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    jvm.addAll(List.of(extraJvmOptions));
    List<String> arguments =
        List.of(timeToFirstToken, interTokenLatency, Integer.toString(tokens), "-");
    return new BenchmarkServer(Child.start(MockServerMain.class, jvm, arguments));
  }

  String url() {
    return process.execute("url", COMMAND_TIMEOUT);
  }

  /** Returns what the server has done so far. */
  ServerProgress progress() {
    return process.execute("progress", COMMAND_TIMEOUT, ServerProgress.class);
  }

  /**
   * Waits until the server has received a number of requests.
   *
   * @throws IllegalStateException if the run that sends them ends earlier
   */
  void awaitRequests(long count, Process run) throws InterruptedException {
    while (progress().received() < count) {
      if (run.waitFor(POLL_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("The run ended before " + count + " requests");
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
