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

  static MinimalClient start(String url) throws IOException {
    return new MinimalClient(Child.start(MinimalClientMain.class, JVM, List.of(url)));
  }

  /** Sends requests without response delay until both sides are compiled. */
  void warm() {
    process.execute("warm " + REQUESTS_TO_GET_WARM, COMMAND_TIMEOUT);
  }

  /**
   * Runs an open loop with the same arrivals as a generator.
   *
   * @param folder folder for the measurements
   * @return one measurement per arrival
   */
  List<RequestMeasurement> open(ArrivalPattern pattern, int perSecond, int seconds, Path folder)
      throws IOException {
    Path file = folder.resolve("measurements.json");
    process.execute(
        String.join(
            " ",
            "open",
            Integer.toString(perSecond),
            Integer.toString(seconds),
            pattern.word(),
            file.toString()),
        COMMAND_TIMEOUT);
    return RequestMeasurement.read(file);
  }

  @Override
  public void close() {
    process.close();
  }
}
