package io.longhaul.report.aiperf;

import static io.longhaul.report.aiperf.RequestLines.NANOS_PER_HOUR;
import static io.longhaul.report.aiperf.RequestLines.NOT_IN_LINES;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.export.RequestRow;
import io.longhaul.report.json.JsonLines;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.AtomicFile;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the lines of {@link RequestLines} while the run is in progress, from the files that its
 * job has committed, so that the end of the run need not read all requests again. The lines of a
 * committed file stay together in a hidden file. {@link #publish} brings them into the order in
 * which the end of the run would write them, which usually takes no more than renaming the hidden
 * file.
 *
 * <p>From the first hour that begins after {@link RequestLines#MOST_IN_ONE_FILE} lines on, each
 * hour has a hidden file of its own. Hidden files are locked; those that a killed process left are
 * deleted with {@link #removeAbandoned}. For one thread.
 */
public final class LinesAhead implements PreparedLines {
  private static final Comparator<FileLines> IN_TIME =
      Comparator.comparingLong(FileLines::begin).thenComparing(FileLines::file);

  private final Path whole;
  private final Lake lake;
  private final String runId;
  private final RecordJson.Format format;
  private final long maxInOneFile;
  private final RecordJson record;
  private final Map<Path, FileLines> files = new HashMap<>();
  private final List<Hidden> hidden = new ArrayList<>();
  private long lines;

  /** Called before each request, to slow down the writing. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Returns when the next request can be written.
     *
     * @throws IOException if no request shall be written any more
     */
    void take() throws IOException;
  }

  LinesAhead(Path whole, Lake lake, String runId, RecordJson.Format format, long maxInOneFile) {
    this.whole = whole.toAbsolutePath();
    this.lake = lake;
    this.runId = runId;
    this.format = format;
    this.maxInOneFile = maxInOneFile;
    this.record = new RecordJson(format);
  }

  /**
   * Prepares the lines of a run. Writes nothing yet.
   *
   * @param whole the file of the lines, if there is only one
   * @param format the expected format; if the run ends with another, nothing is published
   */
  public static LinesAhead of(Path whole, Lake lake, String runId, RecordJson.Format format) {
    return new LinesAhead(whole, lake, runId, format, RequestLines.MOST_IN_ONE_FILE);
  }

  /** A hidden file and the latest hour in which one of its requests ended. */
  private static final class Hidden {
    private final AtomicFile file;
    private final JsonLines lines;
    private long hour = Long.MIN_VALUE;

    Hidden(Path whole, int number) throws IOException {
      this.file = AtomicFile.ofEnding(whole, ExportLayout.AHEAD + number);
      this.lines = new JsonLines(file);
      try {
        file.lock();
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    }
  }

  /** Identifies the content of a committed file, which never changes unless it is replaced. */
  private record Content(long bytes, FileTime modified) {
    static Content of(Path file) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Content(attributes.size(), attributes.lastModifiedTime());
    }
  }

  /**
   * The lines of a committed file.
   *
   * @param begin end of its first request
   */
  private record FileLines(Path file, Content content, long begin, List<Part> parts) {}

  /**
   * Consecutive lines of a file.
   *
   * @param hour latest hour in which one of these requests, or of those before them in the file,
   *     ended
   */
  private record Part(long hour, Hidden in, long offset, long bytes) {}

  /**
   * Appends the lines of the files that were committed since the last call.
   *
   * @throws IOException if a file cannot be read, a line cannot be written, or the pause ends it
   */
  public void append(Pause pause) throws IOException {
    List<Path> fresh =
        lake.files(Dataset.REQUESTS, runId).stream()
            .filter(file -> !files.containsKey(file))
            .toList();
    if (fresh.isEmpty()) {
      return;
    }
    pause.take();
    Map<Path, Content> contents = new HashMap<>();
    for (Path file : fresh) {
      contents.put(file, Content.of(file));
    }
    for (Path file : Lake.inTime(Dataset.REQUESTS, fresh, NOT_IN_LINES)) {
      Appending appending = new Appending();
      Lake.forEach(
          Dataset.REQUESTS,
          file,
          NOT_IN_LINES,
          row -> {
            pause.take();
            appending.add(row);
          });
      appending.endPart();
      files.put(file, new FileLines(file, contents.remove(file), appending.begin, appending.parts));
    }
    // These have no rows.
    contents.forEach(
        (file, content) -> files.put(file, new FileLines(file, content, 0, List.of())));
  }

  /** Appends the lines of one file. */
  private final class Appending {
    private final List<Part> parts = new ArrayList<>();
    private long begin;
    private long hour = Long.MIN_VALUE;
    private long offset;

    void add(RequestRow row) throws IOException {
      long itsHour = Math.floorDiv(row.getEndedEpochNs(), NANOS_PER_HOUR);
      if (itsHour > hour) {
        if (hour == Long.MIN_VALUE) {
          begin = row.getEndedEpochNs();
        }
        endPart();
        hour = itsHour;
        if (hidden.isEmpty() || (lines > maxInOneFile && hour > last().hour)) {
          hidden.add(new Hidden(whole, hidden.size()));
        }
        last().hour = Math.max(last().hour, hour);
        offset = last().lines.size();
      }
      last().lines.line(json -> record.write(json, row));
      lines++;
    }

    void endPart() throws IOException {
      if (hour != Long.MIN_VALUE) {
        parts.add(new Part(hour, last(), offset, last().lines.size() - offset));
      }
    }
  }

  private Hidden last() {
    return hidden.get(hidden.size() - 1);
  }

  @Override
  public boolean publish(ReportedRequests requests, boolean withTrace) throws IOException {
    if (lines == 0 || !agreesWith(requests, withTrace)) {
      return false;
    }
    Map<Path, List<Part>> documents = documents();
    for (Map.Entry<Path, List<Part>> document : documents.entrySet()) {
      publish(document.getKey(), document.getValue());
    }
    RequestLines.removeAllBut(whole, documents.keySet());
    return true;
  }

  private boolean agreesWith(ReportedRequests requests, boolean withTrace) throws IOException {
    boolean hasAllRows = requests.report().lastSlice() == Long.MAX_VALUE;
    if (!hasAllRows
        || !requests.lake().equals(lake)
        || !requests.report().run().getRunId().equals(runId)
        || !RecordJson.Format.of(requests.report().run(), withTrace).equals(format)) {
      return false;
    }
    Set<Path> now = new HashSet<>(lake.files(Dataset.REQUESTS, runId));
    if (!now.equals(files.keySet())) {
      return false;
    }
    for (FileLines file : files.values()) {
      if (!file.content().equals(Content.of(file.file()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the lines of each document in their order, as {@link RequestLines} writes them. */
  private Map<Path, List<Part>> documents() {
    List<FileLines> inTime = new ArrayList<>(files.values());
    Collections.sort(inTime, IN_TIME);
    Map<Path, List<Part>> documents = new LinkedHashMap<>();
    Path document = whole;
    long hour = Long.MIN_VALUE;
    for (FileLines file : inTime) {
      for (Part part : file.parts()) {
        if (lines > maxInOneFile && part.hour() > hour) {
          hour = part.hour();
          document = ExportLayout.ofHour(whole, hour);
        }
        documents.computeIfAbsent(document, any -> new ArrayList<>()).add(part);
      }
    }
    return documents;
  }

  private void publish(Path document, List<Part> parts) throws IOException {
    Hidden first = parts.get(0).in();
    long end = 0;
    boolean isWhole = true;
    for (Part part : parts) {
      isWhole &= part.in() == first && part.offset() == end;
      end += part.bytes();
    }
    if (isWhole && first.lines.size() == end) {
      first.file.publishAs(document);
    } else {
      AtomicFile.replace(document, out -> copy(parts, out));
    }
  }

  private static void copy(List<Part> parts, OutputStream out) throws IOException {
    for (Part part : parts) {
      part.in().file.copy(part.offset(), part.bytes(), out);
    }
  }

  /** Deletes the hidden files that were not published. */
  @Override
  public void close() throws IOException {
    for (Hidden each : hidden) {
      each.lines.close();
    }
    hidden.clear();
  }

  /**
   * Deletes hidden files of lines that no process writes any more. One that cannot be locked or
   * deleted, for example because it belongs to another user, remains.
   *
   * @param whole the file of the lines, if there is only one
   * @throws IOException if the folder cannot be read
   */
  public static void removeAbandoned(Path whole) throws IOException {
    Path folder = whole.toAbsolutePath().getParent();
    String start = "." + whole.getFileName() + ExportLayout.AHEAD;
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(folder, file -> file.getFileName().toString().startsWith(start))) {
      for (Path file : left) {
        removeIfAbandoned(file);
      }
    }
  }

  private static void removeIfAbandoned(Path file) {
    try (FileChannel channel = FileChannel.open(file, WRITE, NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // It remains: this process writes it, or it belongs to another user.
    }
  }
}
