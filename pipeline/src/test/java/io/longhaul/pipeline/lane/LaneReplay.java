package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.StateFormat;
import io.longhaul.pipeline.history.StateTransition;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Processes lanes without Flink, like the lane stage. */
public final class LaneReplay {
  private static final StateFormat<Lane> FORM = new StateFormat<>(new LaneSerializer());

  public final RecordingLaneOutput out = new RecordingLaneOutput();
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, Lane> lanes = new TreeMap<>();
  private final StateTransition transition;

  public LaneReplay() {
    this(StateTransition.KEPT);
  }

  private LaneReplay(StateTransition transition) {
    this.transition = transition;
  }

  /**
   * Reads a whole log, partition by partition. It repeats this with every lane restored, and with
   * every lane copied, before each of its records, and requires the same result.
   */
  public static RecordingLaneOutput of(FakeLog log) {
    RecordingLaneOutput uninterrupted = read(log, StateTransition.KEPT);
    for (StateTransition transition : StateTransition.values()) {
      assertThat(read(log, transition).rows())
          .as("state that is " + transition)
          .isEqualTo(uninterrupted.rows());
    }
    return uninterrupted;
  }

  private static RecordingLaneOutput read(FakeLog log, StateTransition transition) {
    LaneReplay replay = new LaneReplay(transition);
    log.records().stream().filter(FlatRecord::hasKey).forEach(replay::take);
    return replay.out;
  }

  public void take(FlatRecord record) {
    EventKind kind = EventKind.ofWord(record.kind()).orElseThrow();
    Lane lane = lanes.get(record.laneKey());
    if (lane == null) {
      Optional<Lane> opened = Lane.begin(record, kind, codecs, out);
      opened.ifPresent(first -> lanes.put(record.laneKey(), first));
      return;
    }
    byte[] before = transition == StateTransition.COPIED ? FORM.bytesOf(lane) : null;
    Lane next =
        switch (transition) {
          case KEPT -> lane;
          case RESTORED -> FORM.reread(lane);
          case COPIED -> lane.copy();
        };
    lanes.put(record.laneKey(), next);
    if (!next.process(record, kind, codecs, out)) {
      lanes.remove(record.laneKey());
    }
    if (before != null) {
      assertThat(FORM.bytesOf(lane)).as("what a checkpoint holds on to").isEqualTo(before);
    }
  }

  /** Serializes all state and continues with the deserialized state. */
  public void restart() {
    lanes.replaceAll((key, lane) -> FORM.reread(lane));
  }

  /** Continues with copies, like heap state during a checkpoint. */
  public void copyOnWrite() {
    lanes.replaceAll((key, lane) -> lane.copy());
  }

  /** Returns the bytes of all state in a checkpoint. */
  public int stateBytes() {
    return lanes.values().stream().mapToInt(lane -> FORM.bytesOf(lane).length).sum();
  }

  /** Returns the number of lanes in state. */
  public int openLanes() {
    return lanes.size();
  }
}
