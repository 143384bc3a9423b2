package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** Reads lanes without Flink, as the lane stage does. */
public final class LaneReplay {
  public final RecordingLaneOutput out = new RecordingLaneOutput();
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, Lane> lanes = new TreeMap<>();

  /** Reads a whole log, one partition after the other. */
  public static RecordingLaneOutput of(FakeLog log) {
    LaneReplay replay = new LaneReplay();
    log.records().forEach(replay::take);
    return replay.out;
  }

  public void take(FlatRecord record) {
    EventKind kind = EventKind.ofWord(record.kind()).orElseThrow();
    Lane lane = lanes.get(record.laneKey());
    if (lane == null) {
      Lane.begin(record, kind, codecs, out).ifPresent(begun -> lanes.put(record.laneKey(), begun));
    } else if (!lane.take(record, kind, codecs, out)) {
      lanes.remove(record.laneKey());
    }
  }

  /** Writes all state down, and goes on with what is read back. */
  public void restart() {
    lanes.replaceAll((key, lane) -> reread(lane));
  }

  private static Lane reread(Lane lane) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      lane.writeTo(new DataOutputStream(bytes));
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      Lane again = Lane.readFrom(in);
      if (in.available() > 0) {
        throw new IllegalStateException("Cannot reread lane: bytes are left over");
      }
      return again;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Goes on with copies and spoils the originals, as heap state under a checkpoint may be used. */
  public void copyOnWrite() {
    lanes.replaceAll((key, lane) -> lane.copy());
  }

  /** Lanes that are held in state. */
  public int openLanes() {
    return lanes.size();
  }
}
