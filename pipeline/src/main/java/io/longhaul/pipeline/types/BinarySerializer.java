package io.longhaul.pipeline.types;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Serializes a type in its own explicit format. Types between operators have a fixed format,
 * because no checkpoint contains them; types of state are written by {@link StateSerializer}.
 * Immutable.
 */
public abstract class BinarySerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  protected abstract void write(T value, DataOutput out) throws IOException;

  protected abstract T read(DataInput in) throws IOException;

  /**
   * Returns an independent copy of the value, or the value itself if it is immutable. Flink's heap
   * state uses this method for copy-on-write.
   */
  @Override
  public abstract T copy(T from);

  @Override
  public final T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public final void serialize(T value, DataOutputView target) throws IOException {
    write(value, target);
  }

  @Override
  public final T deserialize(DataInputView source) throws IOException {
    return read(source);
  }

  @Override
  public final T deserialize(T reuse, DataInputView source) throws IOException {
    return read(source);
  }

  @Override
  public final void copy(DataInputView source, DataOutputView target) throws IOException {
    write(read(source), target);
  }

  /** Returns null, because values are never filled in place. */
  @Override
  public final @Nullable T createInstance() {
    return null;
  }

  @Override
  public final TypeSerializer<T> duplicate() {
    return this;
  }

  @Override
  public final int getLength() {
    return -1;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof BinarySerializer<?> that && that.getClass() == getClass();
  }

  @Override
  public final int hashCode() {
    return getClass().hashCode();
  }
}
