package io.longhaul.pipeline.types;

import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.formats.avro.typeutils.AvroSerializer;

/**
 * Type information of a lake row on its way to a sink, with flink-avro's serializer. (flink-avro's
 * own {@code AvroTypeInfo} requires setters, which our generated rows do not have.)
 */
public final class AvroRowTypeInfo<T extends SpecificRecordBase> extends OpaqueTypeInfo<T> {
  private static final long serialVersionUID = 1;

  public AvroRowTypeInfo(Class<T> type) {
    super(type);
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return new AvroSerializer<>(getTypeClass());
  }
}
