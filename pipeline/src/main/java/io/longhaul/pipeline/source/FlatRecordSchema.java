package io.longhaul.pipeline.source;

import io.longhaul.schema.RecordKey;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Parses a record's key and leaves its payload unchanged. It never throws an exception, because
 * Flink would read the record again forever.
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
