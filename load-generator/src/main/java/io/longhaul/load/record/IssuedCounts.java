package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * How many requests each lane of this process has issued, in a file that is mapped into memory. The
 * operating system keeps what was stored there however the process ends, so whoever finds it dead
 * knows to the request what it had sent, and not only what it had come to tell.
 *
 * <p>A lane has 64 bytes, which no other lane's processor writes: its count (8 bytes, big-endian),
 * the length of its id (1 byte) and the id in UTF-8. Each count is stored by the loop of its lane.
 */
public final class IssuedCounts {
  /** What these files' names end with. */
  public static final String SUFFIX = ".issued";

  private static final int LANE_BYTES = 64;
  private static final int ID_LENGTH_AT = Long.BYTES;
  private static final int ID_AT = ID_LENGTH_AT + 1;

  private final ByteBuffer counts;
  private int lanes;

  private IssuedCounts(ByteBuffer counts) {
    this.counts = counts;
  }

  /**
   * Counts in a file; what it held is gone.
   *
   * @param mostLanes of this process, in all phases
   * @throws IOException when it cannot be made
   */
  public static IssuedCounts in(Path file, int mostLanes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      MappedByteBuffer mapped =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) mostLanes * LANE_BYTES);
      return new IssuedCounts(mapped);
    }
  }

  /** Where to store the count of a lane that begins; for its loop alone. One thread at a time. */
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
   * What the files of a folder say, by lane; of processes that live and of such that do not.
   *
   * @return empty when there is no folder
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
