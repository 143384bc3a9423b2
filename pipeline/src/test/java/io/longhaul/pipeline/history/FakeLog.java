package io.longhaul.pipeline.history;

import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.RecordKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Topics and partitions in memory; offsets increase within a partition. */
public final class FakeLog {
  private final TreeMap<String, List<FlatRecord>> partitions = new TreeMap<>();
  private long appendTimeMillis = Times.RUN_START / 1_000_000;

  /** Sets the broker's clock. */
  public void nowMillisAfterStart(long millis) {
    appendTimeMillis = Times.RUN_START / 1_000_000 + millis;
  }

  public FlatRecord append(String topic, int partition, RecordKey key, byte[] payload) {
    return append(topic, partition, key.toBytes(), payload);
  }

  public FlatRecord append(String topic, int partition, byte[] keyBytes, byte[] payload) {
    List<FlatRecord> records =
        partitions.computeIfAbsent(topic + '-' + partition, unknown -> new ArrayList<>());
    Optional<RecordKey> key = RecordKey.parse(keyBytes);
    FlatRecord record =
        new FlatRecord(
            key.map(RecordKey::runId).orElse(""),
            key.map(RecordKey::laneId).orElse(""),
            key.map(k -> k.kind().word()).orElse(""),
            key.map(RecordKey::seq).orElse(RecordKey.NO_SEQ),
            topic,
            partition,
            records.size(),
            appendTimeMillis,
            keyBytes,
            payload);
    records.add(record);
    return record;
  }

  /** Appends a record with an invalid key. */
  public FlatRecord appendWithKey(String topic, int partition, String key) {
    return append(topic, partition, key.getBytes(StandardCharsets.UTF_8), new byte[] {1});
  }

  /** Returns all partitions, each in order. */
  public List<List<FlatRecord>> partitions() {
    return List.copyOf(partitions.values());
  }

  /** Returns the records of all partitions, partition by partition. */
  public List<FlatRecord> records() {
    return partitions.values().stream().flatMap(List::stream).toList();
  }
}
