package io.longhaul.pipeline.types;

import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.formats.avro.typeutils.AvroSerializer;

/**
 * Type information of a lake row on its way to a sink, with flink-avro's serializer. (flink-avro's
 * own {@code AvroTypeInfo} requires setters, which our generated rows do not have.)
 */
public final class AvroRowTypeInfo<T extends SpecificRecordBase> extends TypeInformation<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;

  public AvroRowTypeInfo(Class<T> type) {
    this.type = type;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new AvroSerializer<>(type);
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
    return other instanceof AvroRowTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AvroRowTypeInfo<?> info && info.type == type;
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
