package io.longhaul.schema;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * One codec per kind of event. They also read the events of all released versions. Not thread-safe.
 */
public final class EventCodecs {
  private final Map<EventKind, WireCodec<?>> codecs = new EnumMap<>(EventKind.class);

  public EventCodecs() {
    for (EventKind kind : EventKind.values()) {
      codecs.put(kind, codecOf(kind));
    }
  }

  private static WireCodec<?> codecOf(EventKind kind) {
    Schema[] earlier = ReleasedSchemas.of(kind).toArray(Schema[]::new);
    return new WireCodec<>(kind.recordClass(), earlier);
  }

  /**
   * Decodes a single event.
   *
   * @throws UnreadableRecordException if the payload is not a record of this kind
   */
  public static SpecificRecordBase decodeOnce(EventKind kind, byte[] payload)
      throws UnreadableRecordException {
    return codecOf(kind).decode(payload);
  }

  /**
   * Encodes an event.
   *
   * @throws ClassCastException if the record is not of this kind
   */
  public byte[] encode(EventKind kind, SpecificRecordBase event) {
    return encodeWith(codec(kind), kind, event);
  }

  private static <T extends SpecificRecordBase> byte[] encodeWith(
      WireCodec<T> codec, EventKind kind, SpecificRecordBase event) {
    @SuppressWarnings("unchecked") // the codec was created for the kind's class, and cast checks it
    Class<T> recordClass = (Class<T>) kind.recordClass();
    return codec.encode(recordClass.cast(event));
  }

  /**
   * Decodes an event.
   *
   * @throws UnreadableRecordException if the payload is not a record of this kind
   */
  public SpecificRecordBase decode(EventKind kind, byte[] payload)
      throws UnreadableRecordException {
    return codec(kind).decode(payload);
  }

  private WireCodec<?> codec(EventKind kind) {
    return requireNonNull(codecs.get(kind));
  }
}
