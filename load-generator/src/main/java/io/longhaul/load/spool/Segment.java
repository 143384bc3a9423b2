package io.longhaul.load.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A file of records, named {@code CLUSTER.NUMBER.segment} after the Kafka cluster to which its
 * records belong. The first 64 bytes are the text {@code LHSPOOL1}, the size of the file and the
 * CRC-32C of both (four bytes each), and the <i>mark</i>: the offset below which Kafka has
 * acknowledged every record, followed by its complement (eight bytes each). Records follow in the
 * form of {@link RecordCodec}. The rest of the file is zero.
 *
 * <p>All blocks of the file are written when it is created, so that a full disk shows then, and not
 * when an event is written. The file gets its name when it is complete.
 */
public final class Segment implements AutoCloseable {
  static final int HEADER_BYTES = 64;

  private static final String SUFFIX = ".segment";
  private static final String UNFINISHED = ".";
  private static final long MAGIC = 0x4C48_5350_4F4F_4C31L;
  private static final int MARK_OFFSET = 16;
  private static final int ZEROS_AT_ONCE = 256 << 10;

  /** A larger file is not a segment of this program; the rest of it is not read. */
  private static final int MAX_READ_BYTES = 64 << 20;

  private final Path file;
  private final FileChannel channel;
  private final long number;
  private final ByteBuffer mark = ByteBuffer.allocate(16);
  private long writtenBytes = HEADER_BYTES;

  /**
   * The records of a segment that Kafka had not acknowledged when its process ended.
   *
   * @param records intact records, in the order in which they were written
   * @param damage sentences about damaged places, with file and offset
   */
  public record Content(List<SpoolRecord> records, List<String> damage) {}

  private Segment(Path file, FileChannel channel, long number) {
    this.file = file;
    this.channel = channel;
    this.number = number;
  }

  /**
   * Creates a file and allocates its blocks.
   *
   * @throws IOException if the disk is full or cannot be written; then no file remains
   */
  static Segment create(Path folder, String cluster, long number, int sizeBytes)
      throws IOException {
    Path file = folder.resolve("%s.%010d%s".formatted(cluster, number, SUFFIX));
    Path unfinished = folder.resolve(UNFINISHED + file.getFileName());
    FileChannel channel =
        FileChannel.open(
            unfinished,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE),
            SpoolFolder.ownerOnly(folder, "rw-------"));
    try {
      ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_AT_ONCE);
      for (long position = 0; position < sizeBytes; position += zeros.capacity()) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), sizeBytes - position));
        writeFully(channel, zeros, position);
      }
      writeFully(channel, header(sizeBytes), 0);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      return new Segment(file, channel, number);
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(unfinished);
      throw e;
    }
  }

  private static ByteBuffer header(int sizeBytes) {
    ByteBuffer header = ByteBuffer.allocate(MARK_OFFSET).putLong(MAGIC).putInt(sizeBytes);
    CRC32C checksum = new CRC32C();
    checksum.update(header.array(), 0, header.position());
    return header.putInt((int) checksum.getValue()).flip();
  }

  static void writeFully(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  long number() {
    return number;
  }

  Path file() {
    return file;
  }

  /** Returns the end of the records that were written. */
  long writtenBytes() {
    return writtenBytes;
  }

  /**
   * Writes encoded records behind the others.
   *
   * @throws IOException if they cannot be written; then none of them counts
   */
  void write(ByteBuffer records) throws IOException {
    int count = records.remaining();
    writeFully(channel, records, writtenBytes);
    writtenBytes += count;
  }

  /** Reads what was written from an offset on. */
  ByteBuffer read(long from) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) (writtenBytes - from));
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // Until everything is read.
    }
    return bytes.flip();
  }

  /** Records that Kafka has acknowledged every record below an offset. */
  void mark(long offset) throws IOException {
    mark.clear().putLong(offset).putLong(~offset).flip();
    writeFully(channel, mark, MARK_OFFSET);
  }

  /** Closes and removes the file. */
  void delete() throws IOException {
    channel.close();
    Files.delete(file);
  }

  /** Closes the file, which remains. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Returns the complete segments in a folder, in the order in which they were written. */
  static List<Path> in(Path folder) throws IOException {
    return SpoolFolder.list(folder, name -> name.endsWith(SUFFIX) && !name.startsWith(UNFINISHED));
  }

  /** Removes the segments that a process had not completed when it ended. */
  static void removeUnfinished(Path folder) throws IOException {
    for (Path file :
        SpoolFolder.list(folder, name -> name.endsWith(SUFFIX) && name.startsWith(UNFINISHED))) {
      Files.delete(file);
    }
  }

  /** Returns whether the records of a file belong to a cluster. */
  static boolean isFor(String cluster, Path file) {
    return file.getFileName().toString().startsWith(cluster + ".");
  }

  /** Returns the number in the name of a segment, or -1. */
  static long numberOf(Path file) {
    String name = file.getFileName().toString();
    String stem = name.substring(0, name.length() - SUFFIX.length());
    try {
      return Long.parseLong(stem.substring(stem.lastIndexOf('.') + 1));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /**
   * Reads the segment of a process that has ended.
   *
   * @throws IOException if the file cannot be read
   */
  public static Content read(Path file) throws IOException {
    ByteBuffer bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      bytes = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_READ_BYTES));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until everything is read.
      }
      bytes.flip();
    }
    List<String> damage = new ArrayList<>();
    int start = Math.min(HEADER_BYTES, bytes.limit());
    if (isHeader(bytes)) {
      int sizeBytes = bytes.getInt(8);
      if (bytes.limit() != sizeBytes) {
        damage.add(
            "%s is damaged at offset %,d: it should have %,d bytes"
                .formatted(file, Math.min(bytes.limit(), sizeBytes), sizeBytes));
      }
      start = markIn(bytes);
    } else {
      damage.add(file + " is damaged at offset 0: its header cannot be read");
    }
    RecordReader reader = new RecordReader(bytes.position(start).slice(), start);
    List<SpoolRecord> records = new ArrayList<>();
    for (SpoolRecord record = reader.next(); record != null; record = reader.next()) {
      records.add(record);
    }
    reader.damage().forEach(place -> damage.add(inWords(file, place)));
    return new Content(records, damage);
  }

  static String inWords(Path file, RecordReader.Damage place) {
    return "%s is damaged at offset %,d: %,d bytes cannot be read"
        .formatted(file, place.from(), place.to() - place.from());
  }

  private static boolean isHeader(ByteBuffer bytes) {
    return bytes.limit() >= HEADER_BYTES
        && bytes.slice(0, MARK_OFFSET).equals(header(bytes.getInt(8)));
  }

  /** Returns the mark, or the first offset of a record if there is no valid mark. */
  private static int markIn(ByteBuffer bytes) {
    long offset = bytes.getLong(MARK_OFFSET);
    boolean isValid =
        bytes.getLong(MARK_OFFSET + 8) == ~offset
            && offset >= HEADER_BYTES
            && offset <= bytes.limit();
    return isValid ? (int) offset : HEADER_BYTES;
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
