package io.longhaul.pipeline.types;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes and reads byte arrays with a length prefix. */
public final class LengthPrefixedBytes {
  private LengthPrefixedBytes() {}

  public static void write(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public static byte[] read(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
