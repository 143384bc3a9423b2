package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link FileEventPublisher} wrote. */
public final class RecordFile {
  private RecordFile() {}

  /** One record as it would stand in Kafka. */
  public record Entry(String topic, int partition, byte[] key, byte[] value) {}

  /**
   * All records of a file, in the order in which they were written.
   *
   * @throws EOFException when the last record was cut
   * @throws IOException when the file cannot be read
   */
  public static List<Entry> readAll(Path path) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DataInputStream file =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      for (int high = file.read(); high >= 0; high = file.read()) {
        String topic = new String(exactly(file, high << 8 | file.readUnsignedByte()), UTF_8);
        int partition = file.readInt();
        byte[] key = exactly(file, file.readInt());
        byte[] value = exactly(file, file.readInt());
        entries.add(new Entry(topic, partition, key, value));
      }
    }
    return entries;
  }

  private static byte[] exactly(DataInputStream file, int length) throws IOException {
    byte[] bytes = file.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("Cannot read record: the file ends inside it");
    }
    return bytes;
  }
}
