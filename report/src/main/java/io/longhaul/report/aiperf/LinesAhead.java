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
import java.io.Closeable;
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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
public final class LinesAhead implements Closeable {
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

  /** Called before each file is opened and before each request, to slow down the writing. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Returns when the next step can be done.
     *
     * @throws IOException if no request shall be written any more
     */
    void take() throws IOException;
  }

  /** Checks the free disk space. */
  @FunctionalInterface
  public interface SpaceCheck {
    /**
     * Returns if so many bytes can be written.
     *
     * @throws IOException if too little disk space is free
     */
    void require(long bytes) throws IOException;
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

  /** Returns the committed files whose lines were not appended. Looks at the files of all runs. */
  public List<Path> fresh() throws IOException {
    return lake.files(Dataset.REQUESTS, runId).stream()
        .filter(file -> !files.containsKey(file))
        .toList();
  }

  /**
   * Appends the lines of fresh files.
   *
   * @throws IOException if a file cannot be read, a line cannot be written, or the pause ends it
   */
  public void append(List<Path> fresh, Pause pause) throws IOException {
    List<FileLines> inTime = new ArrayList<>();
    for (Path file : fresh) {
      pause.take();
      Content content = Content.of(file);
      // A file without rows can have any place.
      long begin = Lake.beginOf(Dataset.REQUESTS, file, NOT_IN_LINES).orElse(0L);
      inTime.add(new FileLines(file, content, begin, new ArrayList<>()));
    }
    inTime.sort(IN_TIME);
    for (FileLines file : inTime) {
      Appending appending = new Appending(file.parts());
      Lake.forEach(
          Dataset.REQUESTS,
          file.file(),
          NOT_IN_LINES,
          row -> {
            pause.take();
            appending.add(row);
          });
      appending.endPart();
      files.put(file.file(), file);
    }
  }

  /** Appends the lines of one file. */
  private final class Appending {
    private final List<Part> parts;
    private long hour = Long.MIN_VALUE;
    private long offset;

    Appending(List<Part> parts) {
      this.parts = parts;
    }

    void add(RequestRow row) throws IOException {
      long itsHour = Math.floorDiv(row.getEndedEpochNs(), NANOS_PER_HOUR);
      if (itsHour > hour) {
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

  /** Returns whether the lines are those of this run and have the right format. Thread-safe. */
  public boolean areOf(ReportedRequests requests, boolean withTrace) {
    return requests.report().lastSlice() == Long.MAX_VALUE
        && requests.lake().equals(lake)
        && requests.report().run().getRunId().equals(runId)
        && RecordJson.Format.of(requests.report().run(), withTrace).equals(format);
  }

  /**
   * Publishes the lines if they are those that the end of the run would write.
   *
   * @param requests the requests of the finished run
   * @param withTrace whether lines contain the HTTP phases
   * @param space called before lines are copied, if they must be
   * @return whether the lines are published; otherwise they must be written
   * @throws IOException if the lines cannot be published, or not all; all must be written then
   */
  public boolean publish(ReportedRequests requests, boolean withTrace, SpaceCheck space)
      throws IOException {
    if (lines == 0 || !areOf(requests, withTrace) || !areComplete()) {
      return false;
    }
    Map<Path, List<Part>> documents = documents();
    long copied = 0;
    for (List<Part> document : documents.values()) {
      copied += isHiddenFile(document) ? 0 : bytesOf(document);
    }
    if (copied > 0) {
      space.require(copied);
    }
    for (Map.Entry<Path, List<Part>> document : documents.entrySet()) {
      publish(document.getKey(), document.getValue());
    }
    RequestLines.removeAllBut(whole, documents.keySet());
    return true;
  }

  /** Returns whether the lines are those of the files that the lake has now. */
  private boolean areComplete() throws IOException {
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
    if (isHiddenFile(parts)) {
      parts.get(0).in().file.publishAs(document);
    } else {
      AtomicFile.replace(document, out -> copy(parts, out));
    }
  }

  /** Returns whether these parts, in this order, are a hidden file. */
  private static boolean isHiddenFile(List<Part> parts) throws IOException {
    Hidden first = parts.get(0).in();
    long end = 0;
    for (Part part : parts) {
      if (part.in() != first || part.offset() != end) {
        return false;
      }
      end += part.bytes();
    }
    return first.lines.size() == end;
  }

  private static long bytesOf(List<Part> parts) {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  private static void copy(List<Part> parts, OutputStream out) throws IOException {
    for (Part part : parts) {
      part.in().file.copy(part.offset(), part.bytes(), out);
    }
  }

  /** Deletes the hidden files that were not published. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Hidden each : hidden) {
      try {
        each.lines.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    hidden.clear();
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Deletes hidden files of lines that no process writes any more. One that cannot be locked or
   * deleted, for example because it belongs to another user, remains. Not for a process that writes
   * such files itself, since it would unlock them.
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
    try {
      Object found = keyOf(file);
      try (FileChannel channel = FileChannel.open(file, WRITE, NOFOLLOW_LINKS);
          FileLock lock = channel.tryLock()) {
        // Another process may have replaced the file before it was locked.
        if (lock != null && Objects.equals(keyOf(file), found)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | OverlappingFileLockException e) {
      // It remains, for example because it belongs to another user.
    }
  }

  private static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
  }
}
