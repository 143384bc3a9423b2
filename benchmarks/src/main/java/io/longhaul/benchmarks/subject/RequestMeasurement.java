package io.longhaul.benchmarks.subject;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the measurements of a subject. */
  static void write(Path file, List<RequestMeasurement> requests) throws IOException {
    JSON.writeValue(file.toFile(), requests);
  }

  /** Reads the measurements of a subject. */
  public static List<RequestMeasurement> read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), new TypeReference<>() {});
  }
}
