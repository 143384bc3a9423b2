package io.longhaul.pipeline.source;

import io.longhaul.pipeline.types.BinaryTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A record of a lane from the log, with its key parsed and its payload unchanged. The arrays must
 * not be modified.
 *
 * @param runId empty if the key could not be parsed; lane and kind are then empty, too
 * @param laneId lane of the record
 * @param kind name of an {@code EventKind}
 * @param seq the record's number in its lane; -1 for verdicts and for invalid keys
 * @param topic topic of the record
 * @param partition partition of the record
 * @param offset offset of the record
 * @param appendTimeMillis time when the broker appended the record, as Unix time in milliseconds
 * @param key bytes of the key; empty without a key
 * @param payload bytes of the value; empty without a value
 */
@SuppressWarnings("ArrayRecordComponent") // Records are never compared.
public record FlatRecord(
    String runId,
    String laneId,
    String kind,
    long seq,
    String topic,
    int partition,
    long offset,
    long appendTimeMillis,
    byte[] key,
    byte[] payload) {

  public static final TypeInformation<FlatRecord> TYPE =
      new BinaryTypeInfo<>(FlatRecord.class, new FlatRecordSerializer());

  /** Returns whether the key could be parsed. */
  public boolean hasKey() {
    return !runId.isEmpty();
  }

  /** Returns the key by which the lane stage is partitioned. */
  public String laneKey() {
    return runId + '/' + laneId;
  }
}
