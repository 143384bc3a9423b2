package io.longhaul.sinks.json;

import io.longhaul.export.ErrorCount;
import java.io.IOException;

/** Errors of one kind: how many, the first and the last of them, and some to look at. */
final class ErrorJson {
  private ErrorJson() {}

  /**
   * Writes the members of an object.
   *
   * @param message what was said to the first; empty when nothing was
   */
  static void write(JsonDocument json, ErrorCount error, String message) throws IOException {
    json.text("outcome", error.getOutcome());
    if (error.getStatus() != null) {
      json.integer("status", error.getStatus());
    }
    json.text("reason", error.getReason());
    json.textIfAny("message", message);
    json.integer("count", error.getCount());
    json.time("first", error.getFirstEpochNs());
    json.time("last", error.getLastEpochNs());
    json.texts("sample_request_ids", error.getSampleRequestIds());
  }
}
