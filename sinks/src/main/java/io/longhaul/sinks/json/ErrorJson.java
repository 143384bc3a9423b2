package io.longhaul.sinks.json;

import io.longhaul.export.ErrorCount;
import java.io.IOException;

/** Errors of one kind: their number, the first and last time, and some request IDs. */
final class ErrorJson {
  private ErrorJson() {}

  /**
   * Writes the members of an object.
   *
   * @param message message of the first error; empty if there is none
   */
  static void write(JsonDocument json, ErrorCount error, String message) throws IOException {
    json.text("outcome", error.getOutcome());
    json.integerIfAny("status", error.getStatus());
    json.text("reason", error.getReason());
    json.textIfAny("message", message);
    json.integer("count", error.getCount());
    json.time("first", error.getFirstEpochNs());
    json.time("last", error.getLastEpochNs());
    json.texts("sample_request_ids", error.getSampleRequestIds());
  }
}
