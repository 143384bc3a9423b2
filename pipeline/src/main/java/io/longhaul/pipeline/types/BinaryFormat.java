package io.longhaul.pipeline.types;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Values in byte arrays. */
public final class BinaryFormat {
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

  /** Returns a copy of the bytes that remain in a buffer. */
  public static byte[] copyOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
