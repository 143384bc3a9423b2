package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The number of requests that each lane of this process has issued, in a memory-mapped file. The
 * operating system preserves it however the process ends. After a crash, the file shows exactly how
 * many requests were sent, including those that were not published, and where a successor of the
 * process continues.
 *
 * <p>Each lane has 128 bytes, cache lines of its own: its count of requests, how many requests of
 * its share were used before it, and how many sessions of its share were used before it or by it (8
 * bytes each, big-endian), the length of its id (1 byte), and the id in UTF-8. The lane's event
 * loop writes the counts.
 */
public final class IssuedCounts implements AutoCloseable {
  /** Suffix of these files' names. */
  public static final String SUFFIX = ".issued";

  private static final int LANE_BYTES = 128;
  private static final int USED_BEFORE_AT = Long.BYTES;
  private static final int SESSIONS_AT = 2 * Long.BYTES;
  private static final int ID_LENGTH_AT = 3 * Long.BYTES;
  private static final int ID_AT = ID_LENGTH_AT + 1;

  private final ByteBuffer counts;

  /** Keeps the file locked, and therefore open, until it is closed or the process ends. */
  private final FileLock lock;

  private int lanes;

  /** Opens the counts of a lane. */
  @FunctionalInterface
  public interface Lanes {
    /**
     * Opens the counts of a new lane.
     *
     * @param start where the lane begins in its share
     */
    Lane open(String laneId, SharePosition start);
  }

  /** Receives the counts of a lane; only for the lane's event loop. */
  @FunctionalInterface
  public interface Lane {
    /**
     * Stores the counts, each time before they can be seen elsewhere.
     *
     * @param requests requests that the lane has issued
     * @param sessions sessions that the lane has started
     */
    void issued(long requests, long sessions);
  }

  private IssuedCounts(ByteBuffer counts, FileLock lock, int lanes) {
    this.counts = counts;
    this.lock = lock;
    this.lanes = lanes;
  }

  /**
   * Creates the counts in a file; existing content is discarded.
   *
   * @param maxLanes maximum number of lanes of this process, over all phases
   * @throws IOException if the file cannot be created, or another process uses it
   */
  public static IssuedCounts in(Path file, int maxLanes) throws IOException {
    return open(file, maxLanes, false);
  }

  /**
   * Adds the counts of another process to a file, which is created if it is missing.
   *
   * @param maxLanes maximum number of lanes of this process, over all phases
   * @throws IOException if the file cannot be written, or another process uses it
   */
  public static IssuedCounts addedTo(Path file, int maxLanes) throws IOException {
    return open(file, maxLanes, true);
  }

  private static IssuedCounts open(Path file, int maxLanes, boolean keepsOthers)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new IOException("Cannot write " + file + ": another generator uses it");
      }
      if (!keepsOthers) {
        channel.truncate(0);
      }
      int others = (int) (channel.size() / LANE_BYTES);
      long size = (long) (others + maxLanes) * LANE_BYTES;
      return new IssuedCounts(channel.map(FileChannel.MapMode.READ_WRITE, 0, size), lock, others);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Returns where a new lane stores its counts. Must be called by one thread at a time.
   *
   * @param start where the lane begins in its share
   */
  public Lane lane(String laneId, SharePosition start) {
    byte[] id = laneId.getBytes(UTF_8);
    if (id.length > LANE_BYTES - ID_AT) {
      throw new IllegalArgumentException(
          "Invalid lane id: " + laneId + " (at most " + (LANE_BYTES - ID_AT) + " bytes)");
    }
    int at = lanes++ * LANE_BYTES;
    counts.putLong(at + USED_BEFORE_AT, start.requests());
    counts.putLong(at + SESSIONS_AT, start.sessions());
    counts.put(at + ID_AT, id);
    counts.put(at + ID_LENGTH_AT, (byte) id.length);
    return (requests, sessions) -> {
      // A session that was not started after all is less harm than one that is started twice.
      counts.putLong(at + SESSIONS_AT, start.sessions() + sessions);
      counts.putLong(at, requests);
    };
  }

  /**
   * Returns where a successor of the processes that have written a file continues their share, by
   * event loop. An event loop without an entry begins at the start of its share.
   *
   * @param processId name of the process in the run, with which the ids of its lanes begin
   * @return empty if the file does not exist
   */
  public static Optional<Map<Integer, SharePosition>> positions(Path file, String processId)
      throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Map<Integer, SharePosition> positions = new HashMap<>();
    forEach(
        Files.readAllBytes(file),
        (laneId, lane) -> {
          String[] parts = laneId.split("\\.", -1);
          if (parts.length == 4 && parts[0].equals(processId) && parts[3].equals("p")) {
            positions.merge(Integer.valueOf(parts[2]), positionAfter(lane), IssuedCounts::later);
          }
        });
    return Optional.of(positions);
  }

  private static SharePosition positionAfter(ByteBuffer lane) {
    return new SharePosition(
        lane.getLong(USED_BEFORE_AT) + lane.getLong(0), lane.getLong(SESSIONS_AT));
  }

  private static SharePosition later(SharePosition one, SharePosition other) {
    return new SharePosition(
        Math.max(one.requests(), other.requests()), Math.max(one.sessions(), other.sessions()));
  }

  /**
   * Returns whether the counts of a folder are final: no process that writes them is alive.
   *
   * @throws IOException if a file cannot be opened
   */
  public static boolean areFinal(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        for (Path file : files) {
          if (isLocked(file)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isLocked(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      return free == null;
    } catch (OverlappingFileLockException e) {
      return true; // this process writes it
    }
  }

  /**
   * Returns the counts of all files of a folder by lane, whether or not their processes are alive.
   *
   * @return empty if the folder does not exist
   */
  public static Map<String, Long> readAll(Path folder) throws IOException {
    Map<String, Long> issued = new HashMap<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        for (Path file : files) {
          issued.putAll(readAllOf(file));
        }
      }
    }
    return issued;
  }

  /**
   * Returns the counts of one file by lane, whether or not its process is alive.
   *
   * @return empty if the file does not exist
   */
  public static Map<String, Long> readAllOf(Path file) throws IOException {
    Map<String, Long> issued = new HashMap<>();
    if (Files.exists(file)) {
      forEach(Files.readAllBytes(file), (laneId, lane) -> issued.put(laneId, lane.getLong(0)));
    }
    return issued;
  }

  private static void forEach(byte[] file, BiConsumer<String, ByteBuffer> action) {
    for (int at = 0; at + LANE_BYTES <= file.length; at += LANE_BYTES) {
      ByteBuffer lane = ByteBuffer.wrap(file, at, LANE_BYTES).slice();
      int length = lane.get(ID_LENGTH_AT);
      if (length > 0 && length <= LANE_BYTES - ID_AT) {
        action.accept(new String(file, at + ID_AT, length, UTF_8), lane);
      }
    }
  }

  /** Unlocks the file; the counts are no longer written. */
  @Override
  public void close() throws IOException {
    lock.acquiredBy().close();
  }
}
