package io.longhaul.benchmarks.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A client's measurement of one streamed request.
 *
 * @param scheduledEpochNanos planned time of the send
 * @param timeToFirstTokenNanos time from the start of the connection, if one was made, else from
 *     the send
 * @param interTokenNanos mean gap between its tokens
 * @param overheadNanos time from the handover to the client until that start
 */
public record RequestMeasurement(
    String requestId,
    long scheduledEpochNanos,
    long timeToFirstTokenNanos,
    double interTokenNanos,
    long overheadNanos) {

  /** Writes one line per measurement. */
  static void write(Path file, List<RequestMeasurement> requests) throws IOException {
    Files.write(file, requests.stream().map(RequestMeasurement::toLine).toList());
  }

  /** Reads the measurements of a subject. */
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
