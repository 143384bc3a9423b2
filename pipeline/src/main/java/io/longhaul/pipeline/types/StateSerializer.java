package io.longhaul.pipeline.types;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInputStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Serializes a type of state as an Avro record. It writes with the schema of this build. It reads
 * what was written with this schema or, after a restore, with the schema in the checkpoint. Flink
 * keeps the state itself on the heap, so records exist only while a checkpoint is written or read.
 *
 * @param <T> type of the state
 * @param <R> its record
 */
public abstract class StateSerializer<T, R extends SpecificRecordBase> extends BinarySerializer<T> {
  private static final long serialVersionUID = 1;

  private final Class<R> type;
  private final Schema written;
  private transient StateCodec<R> codec;

  /**
   * Creates a serializer.
   *
   * @param written schema of what it reads
   */
  protected StateSerializer(Class<R> type, Schema written) {
    this.type = type;
    this.written = written;
    this.codec = new StateCodec<>(type, written);
  }

  protected abstract R toRecord(T value);

  protected abstract T ofRecord(R stored);

  @Override
  protected final void write(T value, DataOutput out) throws IOException {
    LengthPrefixedBytes.write(codec.encode(toRecord(value)), out);
  }

  @Override
  protected final T read(DataInput in) throws IOException {
    return ofRecord(codec.decode(LengthPrefixedBytes.read(in)));
  }

  @Override
  public final boolean isImmutableType() {
    return false;
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    codec = new StateCodec<>(type, written);
  }
}
