package io.longhaul.load.record;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import org.apache.avro.specific.SpecificRecordBase;

/** One record of a lane, decoded. */
public record LaneEvent(String laneId, EventKind kind, long seq, SpecificRecordBase event) {

  public static LaneEvent decode(byte[] key, byte[] value) {
    RecordKey parsed = RecordKey.parse(key).orElseThrow();
    try {
      SpecificRecordBase event = new EventCodecs().decode(parsed.kind(), value);
      return new LaneEvent(parsed.laneId(), parsed.kind(), parsed.seq(), event);
    } catch (UnreadableRecordException e) {
      throw new AssertionError("A record that was just written cannot be read", e);
    }
  }
}
