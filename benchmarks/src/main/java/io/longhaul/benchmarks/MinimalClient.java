package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.MinimalClientMain;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.load.plan.load.ArrivalPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A {@link MinimalClientMain} in a separate process. */
final class MinimalClient implements AutoCloseable {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(5);
  private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
  private static final int REQUESTS_TO_GET_WARM = 2_000;

  private final Child process;

  private MinimalClient(Child process) {
    this.process = process;
  }

  /** Starts a client and sends requests without response delay until both sides are compiled. */
  static MinimalClient start(String url) throws IOException {
    MinimalClient client =
        new MinimalClient(Child.start(MinimalClientMain.class, JVM, List.of(url)));
    try {
      client.process.execute("warm " + REQUESTS_TO_GET_WARM, COMMAND_TIMEOUT);
      return client;
    } catch (IllegalStateException e) {
      client.close();
      throw e;
    }
  }

  /**
   * Runs an open loop with the same arrivals as a generator against a server.
   *
   * @return one measurement per arrival
   */
  static List<RequestMeasurement> measure(
      TruthServer server, ArrivalPattern pattern, int perSecond, int seconds) throws IOException {
    Path file = server.folder().resolve("measurements.json");
    try (MinimalClient client = start(server.url())) {
      client.process.execute(
          "open %d %d %s %s".formatted(perSecond, seconds, pattern.word(), file), COMMAND_TIMEOUT);
      return RequestMeasurement.read(file);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
