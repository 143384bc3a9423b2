package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes files of Kafka records. Each record consists of the topic (two bytes of length,
 * then UTF-8), the partition (four bytes), and key and value (four bytes of length each, then the
 * bytes). All numbers are big-endian.
 */
public final class RecordFile {
  private RecordFile() {}

  /** A record as in Kafka. */
  public record Entry(String topic, int partition, byte[] key, byte[] value) {}

  /**
   * The content of a file.
   *
   * @param entries complete records, in the order in which they were written
   * @param cut whether the file ends within a record
   */
  public record Content(List<Entry> entries, boolean cut) {}

  /**
   * Writes one record.
   *
   * @throws IOException if the file cannot be written
   */
  static void write(DataOutputStream file, Entry entry) throws IOException {
    byte[] topic = entry.topic().getBytes(UTF_8);
    file.writeShort(topic.length);
    file.write(topic);
    file.writeInt(entry.partition());
    file.writeInt(entry.key().length);
    file.write(entry.key());
    file.writeInt(entry.value().length);
    file.write(entry.value());
  }

  /**
   * Returns the complete records of a file, which may end within a record.
   *
   * @throws IOException if the file cannot be read
   */
  public static Content read(Path path) throws IOException {
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
      return new Content(entries, false);
    } catch (EOFException e) {
      return new Content(entries, true);
    }
  }

  private static byte[] exactly(DataInputStream file, int length) throws IOException {
    byte[] bytes = length < 0 ? new byte[0] : file.readNBytes(length);
    if (bytes.length != length) {
      throw new EOFException("Cannot read record: the file ends inside it");
    }
    return bytes;
  }
}
