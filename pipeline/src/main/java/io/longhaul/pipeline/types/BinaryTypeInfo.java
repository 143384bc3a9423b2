package io.longhaul.pipeline.types;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type information of a type with its own {@link BinarySerializer}; Flink sees no fields. */
public final class BinaryTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;
  private final BinarySerializer<T> serializer;

  public BinaryTypeInfo(Class<T> type, BinarySerializer<T> serializer) {
    this.type = type;
    this.serializer = serializer;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public Class<T> getTypeClass() {
    return type;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof BinaryTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BinaryTypeInfo<?> info
        && info.type == type
        && info.serializer.equals(serializer);
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
