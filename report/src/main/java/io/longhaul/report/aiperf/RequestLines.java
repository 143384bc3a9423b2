package io.longhaul.report.aiperf;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.RequestRow;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.json.JsonLines;
import io.longhaul.sinks.ExportLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes one line per request while reading them, so that memory does not grow with the run. For a
 * very large number of requests, writes one file per hour instead.
 *
 * @param whole the file, if there is only one
 */
public record RequestLines(ReportedRequests requests, Path whole, Line content) {
  /**
   * Maximum number of lines per file, for tools that read it whole: with responses of 64 chunks,
   * about 4 GB of metrics, or 10 GB of content.
   */
  public static final long MOST_IN_ONE_FILE = 1_000_000;

  static final long NANOS_PER_HOUR = 3_600_000_000_000L;

  /** Columns that lines do not need and whose reading would cost as much as the rest. */
  static final Set<String> NOT_IN_LINES =
      Set.of("labels", "chunk_tokens", "chunk_reads", "chunk_kinds");

  /** Writes the members of a line. */
  @FunctionalInterface
  public interface Line {
    void write(JsonDocument json, RequestRow row) throws IOException;
  }

  /** Writes the requests, and deletes files that were written earlier and are obsolete. */
  public void write(long maxInOneFile) throws IOException {
    boolean fits = requests.rows() <= maxInOneFile;
    removeAllBut(whole, fits ? writeOne() : writeHours());
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

  /** Deletes files of these lines that were written earlier and are obsolete. */
  static void removeAllBut(Path whole, Set<Path> written) throws IOException {
    for (Path part : ExportLayout.parts(whole)) {
      if (!written.contains(part)) {
        Files.delete(part);
      }
    }
  }

  /**
   * Consecutive files. A file ends before the first request that ended in a later hour; a request
   * that follows in the lake but ended earlier goes to the current file.
   */
  private final class Hours implements Closeable {
    private final Set<Path> written = new HashSet<>();
    private long hour;
    private @Nullable JsonLines open;

    void add(RequestRow row) throws IOException {
      long itsHour = Math.floorDiv(row.getEndedEpochNs(), NANOS_PER_HOUR);
      if (open == null || itsHour > hour) {
        publish();
        hour = itsHour;
        Path file = ExportLayout.ofHour(whole, hour);
        open = new JsonLines(file);
        written.add(file);
      }
      requireNonNull(open).line(json -> content.write(json, row));
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
