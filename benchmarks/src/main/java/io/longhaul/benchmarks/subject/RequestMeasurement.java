package io.longhaul.benchmarks.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a client says of one streamed request.
 *
 * @param scheduledEpochNanos when it was to be sent
 * @param timeToFirstTokenNanos from the connection's beginning, if one was made, else from the
 *     sending
 * @param interTokenNanos mean gap between its tokens
 * @param overheadNanos from the moment when the client took it up to that beginning
 */
public record RequestMeasurement(
    String requestId,
    long scheduledEpochNanos,
    long timeToFirstTokenNanos,
    double interTokenNanos,
    long overheadNanos) {

  /** Writes one line for each. */
  static void write(Path file, List<RequestMeasurement> requests) throws IOException {
    Files.write(file, requests.stream().map(RequestMeasurement::toLine).toList());
  }

  /** Reads what a subject wrote. */
  public static List<RequestMeasurement> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(RequestMeasurement::ofLine).toList();
  }

  private String toLine() {
    return String.join(
        " ",
        requestId,
        Long.toString(scheduledEpochNanos),
        Long.toString(timeToFirstTokenNanos),
        Double.toString(interTokenNanos),
        Long.toString(overheadNanos));
  }

  private static RequestMeasurement ofLine(String line) {
    String[] words = line.split(" ", -1);
    return new RequestMeasurement(
        words[0],
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Double.parseDouble(words[3]),
        Long.parseLong(words[4]));
  }
}
