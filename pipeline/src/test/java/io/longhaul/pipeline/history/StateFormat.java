package io.longhaul.pipeline.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The format in which a kind of state is stored in checkpoints. */
public record StateFormat<S>(Writer<S> writer, Reader<S> reader) {

  /** Writes a state. */
  public interface Writer<S> {
    void write(S state, DataOutput out) throws IOException;
  }

  /** Reads a state. */
  public interface Reader<S> {
    S read(DataInput in) throws IOException;
  }

  public byte[] bytesOf(S state) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      writer.write(state, new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the state as a restarted job has it. */
  public S reread(S state) {
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytesOf(state)));
      S again = reader.read(in);
      if (in.available() > 0) {
        throw new IllegalStateException("Cannot reread state: bytes are left over");
      }
      return again;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
