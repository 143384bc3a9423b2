package io.longhaul.report.figures;

import io.longhaul.export.ErrorCount;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.util.BitSet;
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
  static List<ErrorReport> read(
      ParquetFooters footers, List<FilePart> requests, List<ErrorCount> errors) throws IOException {
    Map<String, String> messages = new HashMap<>();
    for (ErrorCount error : errors) {
      error.getSampleRequestIds().stream().limit(1).forEach(id -> messages.put(id, ""));
    }
    if (!messages.isEmpty()) {
      readMessages(footers, requests, messages);
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
  private static void readMessages(
      ParquetFooters footers, List<FilePart> requests, Map<String, String> messages)
      throws IOException {
    for (FilePart part : requests) {
      BitSet withMessage = new BitSet();
      ParquetColumn.readTexts(
          footers, part, "message", (row, text) -> withMessage.set((int) row, text != null));
      // Identifiers are the longest column of texts, and most files have no message.
      if (!withMessage.isEmpty()) {
        readMessages(footers, part, messages);
      }
    }
  }

  private static void readMessages(
      ParquetFooters footers, FilePart part, Map<String, String> messages) throws IOException {
    Map<Long, String> wanted = new HashMap<>();
    ParquetColumn.readTexts(
        footers,
        part,
        "request_id",
        (row, id) -> {
          if (messages.containsKey(id)) {
            wanted.put(row, id);
          }
        });
    if (!wanted.isEmpty()) {
      ParquetColumn.readTexts(
          footers,
          part,
          "message",
          (row, message) -> {
            if (message != null && wanted.containsKey(row)) {
              messages.put(wanted.get(row), message);
            }
          });
    }
  }
}
