package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Converts control messages to Kafka records and back. The key is {@code run/KIND/subject}, the
 * value is the Avro-encoded message, and a header contains its schema, so that processes of other
 * versions can read it. Not thread-safe.
 */
public final class ControlCodec {
  /** Name of the header with the schema. */
  static final String SCHEMA_HEADER = "schema";

  private static final String RUN_ID = "run_id";

  private final Map<ControlMessageKind, WireCodec<?>> codecs =
      new EnumMap<>(ControlMessageKind.class);

  public ControlCodec() {
    for (ControlMessageKind kind : ControlMessageKind.values()) {
      codecs.put(kind, new WireCodec<>(kind.recordClass()));
    }
  }

  public byte[] key(SpecificRecordBase message) {
    ControlMessageKind kind = ControlMessageKind.of(message);
    return (message.get(RUN_ID) + "/" + kind.name() + "/" + kind.subjectOf(message))
        .getBytes(UTF_8);
  }

  public byte[] value(SpecificRecordBase message) {
    return encode(requireNonNull(codecs.get(ControlMessageKind.of(message))), message);
  }

  /** Returns the value of the header. */
  public byte[] schema(SpecificRecordBase message) {
    return requireNonNull(codecs.get(ControlMessageKind.of(message))).schema().getBytes(UTF_8);
  }

  private static <T extends SpecificRecordBase> byte[] encode(
      WireCodec<T> codec, SpecificRecordBase message) {
    @SuppressWarnings("unchecked") // the codec was created for this record class
    T record = (T) message;
    return codec.encode(record);
  }

  /** Decodes a record of the control topic; returns empty if it is not a valid message. */
  Optional<SpecificRecordBase> decode(ConsumerRecord<byte[], byte[]> record) {
    Header schema = record.headers().lastHeader(SCHEMA_HEADER);
    return decode(record.key(), record.value(), schema == null ? null : schema.value());
  }

  /**
   * Decodes a record; returns empty if it is not a valid control message.
   *
   * @param schema value of the header; null without one
   */
  public Optional<SpecificRecordBase> decode(byte[] key, byte[] value, byte @Nullable [] schema) {
    if (key == null || value == null) {
      return Optional.empty();
    }
    String[] parts = new String(key, UTF_8).split("/", 3);
    if (parts.length < 3) {
      return Optional.empty();
    }
    return ControlMessageKind.named(parts[1])
        .flatMap(kind -> decode(requireNonNull(codecs.get(kind)), value, schema));
  }

  private static Optional<SpecificRecordBase> decode(
      WireCodec<?> codec, byte[] value, byte @Nullable [] schema) {
    try {
      return Optional.of(codec.decode(value));
    } catch (UnreadableRecordException e) {
      return schema == null ? Optional.empty() : decodeWith(codec, value, schema);
    }
  }

  /** Decodes a message of another version, whose schema the codec then knows. */
  private static Optional<SpecificRecordBase> decodeWith(
      WireCodec<?> codec, byte[] value, byte[] schema) {
    try {
      codec.addSchema(new String(schema, UTF_8));
      return Optional.of(codec.decode(value));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}
