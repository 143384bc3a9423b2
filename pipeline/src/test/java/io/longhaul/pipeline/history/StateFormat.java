package io.longhaul.pipeline.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The format in which a kind of state is stored in checkpoints. */
public record StateFormat<S>(TypeSerializer<S> serializer) {

  public byte[] bytesOf(S state) {
    try {
      DataOutputSerializer bytes = new DataOutputSerializer(1024);
      serializer.serialize(state, bytes);
      return bytes.getCopyOfBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the state as a restarted job has it. */
  public S reread(S state) {
    try {
      DataInputDeserializer in = new DataInputDeserializer(bytesOf(state));
      S again = serializer.deserialize(in);
      if (in.available() > 0) {
        throw new IllegalStateException("Cannot reread state: bytes are left over");
      }
      return again;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
