package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.benchmarks.subject.MinimalClientMain;
import io.longhaul.load.plan.ArrivalPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A {@link MinimalClientMain} as a process of its own. */
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

  /** Requests answered without delay, until both sides are compiled. */
  void warm() {
    closed(REQUESTS_TO_GET_WARM);
  }

  /** A closed loop of so many requests, answered without delay. */
  void closed(int requests) {
    process.execute("warm " + requests, COMMAND_TIMEOUT);
  }

  /**
   * An open loop, with the arrivals that a generator would have.
   *
   * @param folder takes what it heard
   * @return as many as there are arrivals
   */
  List<RequestMeasurement> open(ArrivalPattern pattern, int perSecond, int seconds, Path folder)
      throws IOException {
    Path file = folder.resolve("heard");
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
