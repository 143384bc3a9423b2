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
import java.util.function.LongConsumer;

/**
 * The number of requests that each lane of this process has issued, in a memory-mapped file. The
 * operating system preserves it however the process ends. After a crash, the file shows exactly how
 * many requests were sent, including those that were not published.
 *
 * <p>Each lane has 64 bytes, a cache line of its own: its count (8 bytes, big-endian), the length
 * of its id (1 byte), and the id in UTF-8. The lane's event loop writes the count.
 */
public final class IssuedCounts {
  /** Suffix of these files' names. */
  public static final String SUFFIX = ".issued";

  private static final int LANE_BYTES = 64;
  private static final int ID_LENGTH_AT = Long.BYTES;
  private static final int ID_AT = ID_LENGTH_AT + 1;

  private final ByteBuffer counts;

  /** Keeps the file locked, and therefore open, as long as this process lives. */
  @SuppressWarnings({"unused", "FieldCanBeLocal"})
  private final FileLock lock;

  private int lanes;

  private IssuedCounts(ByteBuffer counts, FileLock lock) {
    this.counts = counts;
    this.lock = lock;
  }

  /**
   * Creates the counts in a file; existing content is discarded.
   *
   * @param maxLanes maximum number of lanes of this process, over all phases
   * @throws IOException if the file cannot be created, or another process uses it
   */
  public static IssuedCounts in(Path file, int maxLanes) throws IOException {
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
      channel.truncate(0);
      return new IssuedCounts(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) maxLanes * LANE_BYTES), lock);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Returns where a new lane stores its count; only for the lane's event loop. Must be called by
   * one thread at a time.
   */
  public LongConsumer lane(String laneId) {
    byte[] id = laneId.getBytes(UTF_8);
    if (id.length > LANE_BYTES - ID_AT) {
      throw new IllegalArgumentException(
          "Invalid lane id: " + laneId + " (at most " + (LANE_BYTES - ID_AT) + " bytes)");
    }
    int at = lanes++ * LANE_BYTES;
    counts.put(at + ID_AT, id);
    counts.put(at + ID_LENGTH_AT, (byte) id.length);
    return issued -> counts.putLong(at, issued);
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
          read(Files.readAllBytes(file), issued);
        }
      }
    }
    return issued;
  }

  private static void read(byte[] file, Map<String, Long> issued) {
    ByteBuffer counts = ByteBuffer.wrap(file);
    for (int at = 0; at + LANE_BYTES <= file.length; at += LANE_BYTES) {
      int length = counts.get(at + ID_LENGTH_AT);
      if (length > 0 && length <= LANE_BYTES - ID_AT) {
        issued.put(new String(file, at + ID_AT, length, UTF_8), counts.getLong(at));
      }
    }
  }
}
