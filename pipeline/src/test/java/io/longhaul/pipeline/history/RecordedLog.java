package io.longhaul.pipeline.history;

import io.longhaul.pipeline.source.FlatRecord;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A log in a file, which later versions read. For each record: topic, partition, append time (in
 * milliseconds after the run's start), key and payload, each with a length.
 */
public final class RecordedLog {
  private RecordedLog() {}

  public static void write(FakeLog log, OutputStream file) throws IOException {
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(file))) {
      for (FlatRecord record : log.records()) {
        out.writeUTF(record.topic());
        out.writeInt(record.partition());
        out.writeLong(record.appendTimeMillis() - Times.RUN_START / 1_000_000);
        write(record.key(), out);
        write(record.payload(), out);
      }
    }
  }

  private static void write(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static FakeLog read(InputStream file) throws IOException {
    FakeLog log = new FakeLog();
    try (DataInputStream in = new DataInputStream(new GZIPInputStream(file))) {
      while (true) {
        String topic = in.readUTF();
        int partition = in.readInt();
        log.nowMillisAfterStart(in.readLong());
        log.append(topic, partition, readBytes(in), readBytes(in));
      }
    } catch (EOFException e) {
      return log; // the end of the file
    }
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** Returns the partitions of a topic. */
  public static List<List<FlatRecord>> partitions(FakeLog log, String topic) {
    return log.partitions().stream().filter(p -> p.get(0).topic().equals(topic)).toList();
  }
}
