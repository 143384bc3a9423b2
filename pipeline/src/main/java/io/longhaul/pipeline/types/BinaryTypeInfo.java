package io.longhaul.pipeline.types;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type information of a type with its own {@link BinarySerializer}. */
public final class BinaryTypeInfo<T> extends OpaqueTypeInfo<T> {
  private static final long serialVersionUID = 1;

  private final BinarySerializer<T> serializer;

  public BinaryTypeInfo(Class<T> type, BinarySerializer<T> serializer) {
    super(type);
    this.serializer = serializer;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof BinaryTypeInfo<?> info
        && info.serializer.equals(serializer);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
