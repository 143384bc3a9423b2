package io.longhaul.report.figures;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads the error messages of a few requests. */
final class RequestMessages {
  private RequestMessages() {}

  /**
   * Puts the message of each request whose ID is a key; requests without a message keep their
   * value.
   */
  static void read(Lake lake, String runId, Map<String, String> messages) throws IOException {
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
