package io.longhaul.pipeline.types;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Parts of our binary formats: values in byte arrays, and maps. */
public final class BinaryFormat {
  public static final Writer<String> TEXT = (text, out) -> out.writeUTF(text);
  public static final Writer<Long> NUMBER = (number, out) -> out.writeLong(number);

  private BinaryFormat() {}

  /** Writes a value. */
  @FunctionalInterface
  public interface Writer<T> {
    void write(T value, DataOutput out) throws IOException;
  }

  /** Reads a value. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  /** Returns the bytes of a value. */
  public static <T> byte[] toBytes(T value, Writer<T> writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try {
      writer.write(value, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory cannot fail
    }
    return bytes.toByteArray();
  }

  /** Returns the value of bytes that this job has written. */
  public static <T> T ofBytes(byte[] bytes, Reader<T> reader) {
    try {
      return reader.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the bytes were written by this job
    }
  }

  /** Writes the number of entries, and each entry in the order of the map. */
  public static <K, V> void writeMap(
      Map<K, V> map, Writer<K> keys, Writer<V> values, DataOutput out) throws IOException {
    out.writeInt(map.size());
    for (Map.Entry<K, V> entry : map.entrySet()) {
      keys.write(entry.getKey(), out);
      values.write(entry.getValue(), out);
    }
  }

  /** Reads what {@link #writeMap} has written and adds the entries to the map. */
  public static <K, V> void readMap(Map<K, V> map, Reader<K> keys, Reader<V> values, DataInput in)
      throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      map.put(keys.read(in), values.read(in));
    }
  }
}
