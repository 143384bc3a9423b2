package io.longhaul.report.figures;

import io.longhaul.export.ErrorCount;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Errors of one kind.
 *
 * @param message message of the server or the network for the first error; empty if there is none
 */
public record ErrorReport(ErrorCount count, String message) {

  /** Reads the message of the first request of each kind of errors. */
  static List<ErrorReport> read(Lake lake, String runId, List<ErrorCount> errors)
      throws IOException {
    Map<String, String> messages = new HashMap<>();
    for (ErrorCount error : errors) {
      error.getSampleRequestIds().stream().limit(1).forEach(id -> messages.put(id, ""));
    }
    if (!messages.isEmpty()) {
      readMessages(lake, runId, messages);
    }
    return errors.stream()
        .map(error -> new ErrorReport(error, messageOf(error, messages)))
        .toList();
  }

  private static String messageOf(ErrorCount error, Map<String, String> messages) {
    return error.getSampleRequestIds().stream().findFirst().map(messages::get).orElse("");
  }

  /**
   * Puts the message of each request whose ID is a key; requests without a message keep their
   * value.
   */
  private static void readMessages(Lake lake, String runId, Map<String, String> messages)
      throws IOException {
    ParquetFooters footers = new ParquetFooters();
    for (Path file : lake.files(Dataset.REQUESTS, runId)) {
      Map<Long, String> wanted = new HashMap<>();
      ParquetColumn.readTexts(
          footers,
          file,
          "request_id",
          (row, id) -> {
            if (messages.containsKey(id)) {
              wanted.put(row, id);
            }
          });
      if (!wanted.isEmpty()) {
        ParquetColumn.readTexts(
            footers,
            file,
            "message",
            (row, message) -> {
              if (message != null && wanted.containsKey(row)) {
                messages.put(wanted.get(row), message);
              }
            });
      }
    }
  }
}
