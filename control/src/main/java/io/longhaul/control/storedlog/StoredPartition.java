package io.longhaul.control.storedlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;

/**
 * The segment files of one partition in a broker's data folder.
 *
 * @param folder the partition's folder
 */
record StoredPartition(Path folder) {
  private static final String SEGMENT = ".log";

  /** Receives the records of a partition, by offset. */
  interface Reader {
    void record(long offset, byte[] key, byte[] value);

    /**
     * Receives a batch that cannot be read; the following ones are read if they can be found.
     *
     * @param position of its first byte in the file
     */
    void damaged(Path segment, long position, String why);
  }

  /**
   * Reads every record.
   *
   * @throws IOException if a file cannot be opened
   */
  void read(Reader reader) throws IOException {
    for (Path segment : segments()) {
      read(segment, reader);
    }
  }

  /**
   * Returns the offset of the first record in the files; 0 if none was deleted. Kafka deletes whole
   * segments, so the files may begin before the first record that the broker returns.
   *
   * @throws IOException if the folder cannot be read
   */
  long firstOffset() throws IOException {
    List<Path> segments = segments();
    if (segments.isEmpty()) {
      return 0;
    }
    String name = segments.get(0).getFileName().toString();
    try {
      return Long.parseLong(name.substring(0, name.length() - SEGMENT.length()));
    } catch (NumberFormatException e) {
      return 0; // not a file of Kafka
    }
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      // Names are base offsets with leading zeros.
      return files.filter(file -> file.toString().endsWith(SEGMENT)).sorted().toList();
    }
  }

  private static void read(Path segment, Reader reader) throws IOException {
    try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
      long end = 0;
      try {
        for (FileChannelRecordBatch batch : records.batches()) {
          read(batch, segment, reader);
          end = (long) batch.position() + batch.sizeInBytes();
        }
      } catch (KafkaException e) {
        reader.damaged(segment, end, String.valueOf(e.getMessage()));
        return;
      }
      if (end < records.sizeInBytes()) {
        reader.damaged(segment, end, "its last batch is not complete");
      }
    }
  }

  private static void read(FileChannelRecordBatch batch, Path segment, Reader reader) {
    try {
      batch.ensureValid();
      for (Record each : batch) {
        reader.record(each.offset(), bytesOf(each.key()), bytesOf(each.value()));
      }
    } catch (KafkaException e) {
      reader.damaged(segment, batch.position(), String.valueOf(e.getMessage()));
    }
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    if (buffer == null) {
      return new byte[0];
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
