package io.longhaul.cli.calibrate;

import java.time.Duration;
import java.util.List;

/**
 * The settings that all steps share.
 *
 * @param duration duration of the measured load of a step
 * @param timeToFirstToken of the mock server, in its syntax
 * @param interTokenLatency of the mock server, in its syntax
 * @param outputTokens tokens per response, in the mock server's syntax
 */
public record StepSettings(
    Duration duration, String timeToFirstToken, String interTokenLatency, String outputTokens) {

  /** Load before the measured load, during which code is compiled. */
  private static final int WARMUP_SECONDS = 5;

  private static final double MILLIS_PER_SECOND = 1e3;

  /** Returns the duration of the measured load of a step, in seconds. */
  public double seconds() {
    return duration.toMillis() / MILLIS_PER_SECOND;
  }

  /** Returns the command line of the mock server. */
  List<String> server(String truthLog) {
    return List.of(
        "mock-server", "--with-parent",
        "--port", "0",
        "--dcgm-port", "0",
        "--ttft", timeToFirstToken,
        "--itl", interTokenLatency,
        "--osl", outputTokens,
        "--truth-log", truthLog);
  }

  /** Returns the command line of the run that measures a load. */
  List<String> profile(String url, int requestsPerSecond, String folder) {
    return List.of(
        "profile",
        "--model",
        "mock-model",
        "--tokenizer",
        "builtin",
        "--url",
        url,
        "--streaming",
        "--isl",
        "32",
        "--random-seed",
        "1",
        "--request-rate",
        Integer.toString(requestsPerSecond),
        "--warmup-duration",
        Integer.toString(WARMUP_SECONDS),
        "--benchmark-duration",
        Double.toString(seconds()),
        "--slice-duration",
        "1",
        "--no-gpu-telemetry",
        "--no-server-metrics",
        "--ui",
        "none",
        "--artifact-dir",
        folder);
  }
}
