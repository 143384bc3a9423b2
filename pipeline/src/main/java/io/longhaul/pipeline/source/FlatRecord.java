package io.longhaul.pipeline.source;

import io.longhaul.pipeline.types.BinaryTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A record of a lane as it stood in the log: its key taken apart, its payload untouched. Nobody
 * writes to the arrays.
 *
 * @param runId empty when the key could not be read; lane and kind are empty then, too
 * @param laneId the lane
 * @param kind the word of an {@code EventKind}
 * @param seq the record's number in its lane; -1 for verdicts and for unreadable keys
 * @param topic where it stood
 * @param partition where it stood
 * @param offset where it stood
 * @param appendTimeMillis when the broker appended it, in milliseconds of the epoch
 * @param key the key's bytes, empty without a key
 * @param payload the value's bytes, empty without a value
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes on their way; records of it are never compared.
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

  /** Whether the key said which lane this is. */
  public boolean hasKey() {
    return !runId.isEmpty();
  }

  /** What the lane stage is keyed by. */
  public String laneKey() {
    return runId + '/' + laneId;
  }
}
