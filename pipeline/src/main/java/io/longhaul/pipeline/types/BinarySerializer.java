package io.longhaul.pipeline.types;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes a type in its own explicit form. A form that is kept in checkpoints begins with its
 * number. Only the newest form is read: a checkpoint in another one is refused with {@link
 * UnreadableStateException}, which says what to do. So a snapshot names the serializer only.
 * Stateless.
 */
public abstract class BinarySerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1;

  protected abstract void write(T value, DataOutput out) throws IOException;

  protected abstract T read(DataInput in) throws IOException;

  /**
   * A value of its own with the same content; the value itself if nothing in it ever changes.
   * Flink's heap state is copied on write through this method.
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

  /** There is no empty value: none is ever filled in place. */
  @Override
  public final T createInstance() {
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
