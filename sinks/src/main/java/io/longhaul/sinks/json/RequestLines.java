package io.longhaul.sinks.json;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.ExportLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * A line for each request, written as it is read, so the length of a run does not matter. Of very
 * many requests there is a file for each hour instead.
 */
final class RequestLines {
  private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

  /** Columns whose reading would cost as much as the rest and of which lines tell nothing. */
  private static final Set<String> NOT_IN_LINES =
      Set.of("labels", "chunk_tokens", "chunk_reads", "chunk_kinds");

  private final ReportedRequests requests;
  private final Path whole;
  private final Line content;

  /**
   * Lines that are not written yet.
   *
   * @param whole the file, when it is one
   */
  RequestLines(ReportedRequests requests, Path whole, Line content) {
    this.requests = requests;
    this.whole = whole;
    this.content = content;
  }

  /** Writes the members of a line. */
  @FunctionalInterface
  interface Line {
    void write(JsonDocument json, RequestRow row) throws IOException;
  }

  /** Writes the requests, and removes files that an earlier writing has left of them. */
  void write(long mostInOneFile) throws IOException {
    boolean fits = requests.rows() <= mostInOneFile;
    removeAllBut(fits ? writeOne() : writeHours());
  }

  private Set<Path> writeOne() throws IOException {
    JsonDocument.writeLines(
        whole,
        lines ->
            requests.forEach(NOT_IN_LINES, row -> lines.line(json -> content.write(json, row))));
    return Set.of(whole);
  }

  private Set<Path> writeHours() throws IOException {
    try (Hours hours = new Hours()) {
      requests.forEach(NOT_IN_LINES, hours::add);
      hours.publish();
      return hours.written;
    }
  }

  private void removeAllBut(Set<Path> written) throws IOException {
    for (Path part : ExportLayout.parts(whole)) {
      if (!written.contains(part)) {
        Files.delete(part);
      }
    }
  }

  /**
   * Files that follow one another. A file ends with the first request that ended in a later hour;
   * one that comes after it in the lake and ended before it stands behind it.
   */
  private final class Hours implements Closeable {
    private final Set<Path> written = new HashSet<>();
    private long hour;
    private JsonLines open;

    void add(RequestRow row) throws IOException {
      long itsHour = Math.floorDiv(row.getEndedEpochNs(), NANOS_PER_HOUR);
      if (open == null || itsHour > hour) {
        publish();
        hour = itsHour;
        Path file = ExportLayout.ofHour(whole, hour);
        open = new JsonLines(file);
        written.add(file);
      }
      open.line(json -> content.write(json, row));
    }

    void publish() throws IOException {
      if (open != null) {
        open.publish();
      }
    }

    @Override
    public void close() throws IOException {
      if (open != null) {
        open.close();
      }
    }
  }
}
