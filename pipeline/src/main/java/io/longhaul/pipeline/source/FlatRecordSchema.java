package io.longhaul.pipeline.source;

import io.longhaul.schema.RecordKey;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes a record's key apart and leaves its payload alone. Never throws: a record that fails here
 * would be read again for ever.
 */
public final class FlatRecordSchema implements KafkaRecordDeserializationSchema<FlatRecord> {
  private static final long serialVersionUID = 1;
  private static final byte[] EMPTY = {};

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<FlatRecord> out) {
    out.collect(flat(record));
  }

  static FlatRecord flat(ConsumerRecord<byte[], byte[]> record) {
    byte[] keyBytes = record.key() == null ? EMPTY : record.key();
    byte[] payload = record.value() == null ? EMPTY : record.value();
    Optional<RecordKey> key = RecordKey.parse(keyBytes);
    return new FlatRecord(
        key.map(RecordKey::runId).orElse(""),
        key.map(RecordKey::laneId).orElse(""),
        key.map(k -> k.kind().word()).orElse(""),
        key.map(RecordKey::seq).orElse(RecordKey.NO_SEQ),
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        keyBytes,
        payload);
  }

  @Override
  public TypeInformation<FlatRecord> getProducedType() {
    return FlatRecord.TYPE;
  }
}
