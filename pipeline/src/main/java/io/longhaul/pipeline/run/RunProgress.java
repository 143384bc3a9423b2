package io.longhaul.pipeline.run;

import io.longhaul.pipeline.lane.LaneEnding;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.Stop;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Which lanes belong to a run, and how far all of them are complete. Membership is what the
 * coordinator's lane says; its frontier promises that no join is to come before it. Messages of a
 * lane may be here before its joining is.
 */
final class RunProgress {
  /** More lanes than this are refused, and the run's row says so. */
  static final int MAX_LANES = 1024;

  private static final long NONE = Long.MIN_VALUE;
  private static final long ALL = Long.MAX_VALUE;

  private final TreeMap<String, LaneProgress> lanes = new TreeMap<>();
  private final TreeMap<String, JoinedLane> joined = new TreeMap<>();
  private final TreeSet<String> refused = new TreeSet<>();

  /** Takes what a lane tells of itself. */
  void process(LaneMessage message, EventCodecs codecs) {
    lanes.computeIfAbsent(message.laneId(), unknown -> new LaneProgress()).process(message);
    if (message.kind() == LaneMessage.Kind.LANE_JOINED) {
      join((LaneJoined) decode(EventKind.LANE_JOINED, message.body(), codecs));
    }
    if (refused.contains(message.laneId())) {
      lanes.get(message.laneId()).forgetParts();
    }
  }

  private void join(LaneJoined joinedLane) {
    String laneId = joinedLane.getLaneId();
    if (joined.containsKey(laneId) || refused.contains(laneId)) {
      return;
    }
    if (joined.size() < MAX_LANES) {
      joined.put(laneId, JoinedLane.of(joinedLane));
    } else {
      refused.add(laneId);
      lane(laneId).ifPresent(LaneProgress::forgetParts);
    }
  }

  /** What the lane stage decoded before it passed it on. */
  static SpecificRecordBase decode(EventKind kind, byte[] payload, EventCodecs codecs) {
    try {
      return codecs.decode(kind, payload);
    } catch (UnreadableRecordException e) {
      throw new IllegalStateException("Cannot read again what was read before", e);
    }
  }

  SortedMap<String, JoinedLane> joined() {
    return Collections.unmodifiableSortedMap(joined);
  }

  int refusedLanes() {
    return refused.size();
  }

  Optional<LaneProgress> lane(String laneId) {
    return Optional.ofNullable(lanes.get(laneId));
  }

  /** Up to where everything about the run was read, in nanoseconds of the epoch. */
  long completeEpochNanos() {
    long complete = coordinatorFrontierEpochNanos();
    for (Map.Entry<String, JoinedLane> member : joined.entrySet()) {
      if (member.getValue().sliced()) {
        complete = Math.min(complete, frontier(member.getKey(), member.getValue()));
      }
    }
    return complete;
  }

  private long frontier(String laneId, JoinedLane member) {
    LaneProgress lane = lanes.get(laneId);
    if (lane == null) {
      return member.joinsEpochNanos();
    }
    return lane.hasEnded()
        ? ALL
        : Math.max(lane.frontierEpochNanos(), member.joinsEpochNanos());
  }

  /** No join is to come before it, and the run does not end before it. */
  long coordinatorFrontierEpochNanos() {
    long frontier = ALL;
    boolean known = false;
    for (LaneProgress lane : lanes.values()) {
      if (lane.isCoordinator()) {
        known = true;
        frontier = Math.min(frontier, coordinatorFrontier(lane));
      }
    }
    return known ? frontier : NONE;
  }

  private long coordinatorFrontier(LaneProgress lane) {
    if (lane.hasStop()) {
      return ALL;
    }
    Optional<LaneEnding> ending = lane.ending();
    if (ending.isEmpty()) {
      return lane.frontierEpochNanos();
    }
    String successor = ending.get().successorLaneId();
    boolean successorSilent = !successor.isEmpty() && !lanes.containsKey(successor);
    return successorSilent ? ending.get().successorFrontierEpochNanos() : ALL;
  }

  /** How the coordinator ended the run; empty while it goes on. */
  Optional<RunTermination> end(EventCodecs codecs) {
    for (LaneProgress lane : lanes.values()) {
      if (lane.isCoordinator() && lane.hasStop()) {
        Stop stop = (Stop) decode(EventKind.STOP, lane.stop(), codecs);
        return Optional.of(
            new RunTermination(
                stop.getReason(),
                stop.getStopCondition(),
                stop.getLoadEndedEpochNs(),
                lane.frontierAtStop(),
                false));
      }
    }
    for (LaneProgress lane : lanes.values()) {
      Optional<LaneEnding> ending = lane.isCoordinator() ? lane.ending() : Optional.empty();
      if (ending.isPresent() && ending.get().successorLaneId().isEmpty()) {
        long frontier = lane.frontierEpochNanos();
        return Optional.of(new RunTermination("coordinator lost", "", frontier, frontier, true));
      }
    }
    return Optional.empty();
  }

  /** Whether every lane that belongs to the run is ended or lost, warm-up too. */
  boolean allLanesEnded() {
    return joined.keySet().stream()
        .allMatch(laneId -> lanes.containsKey(laneId) && lanes.get(laneId).hasEnded());
  }

  /** Whether every lane of the run was closed, the coordinator's too: nothing more comes. */
  boolean allLanesClosed() {
    boolean coordinatorKnown = false;
    for (LaneProgress lane : lanes.values()) {
      if (lane.isCoordinator()) {
        coordinatorKnown = true;
        if (!lane.isClosed()) {
          return false;
        }
      }
    }
    return coordinatorKnown && areClosed(joined.keySet()) && areClosed(refused);
  }

  private boolean areClosed(Iterable<String> laneIds) {
    for (String laneId : laneIds) {
      LaneProgress lane = lanes.get(laneId);
      if (lane == null || !lane.isClosed()) {
        return false;
      }
    }
    return true;
  }

  /** The run was told; its lanes only wait to be closed. */
  void forgetParts() {
    lanes.values().forEach(LaneProgress::forgetParts);
  }

  RunProgress copy() {
    RunProgress copy = new RunProgress();
    lanes.forEach((laneId, lane) -> copy.lanes.put(laneId, lane.copy()));
    copy.joined.putAll(joined);
    copy.refused.addAll(refused);
    return copy;
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(lanes.size());
    for (Map.Entry<String, LaneProgress> lane : lanes.entrySet()) {
      out.writeUTF(lane.getKey());
      lane.getValue().writeTo(out);
    }
    out.writeInt(joined.size());
    for (Map.Entry<String, JoinedLane> member : joined.entrySet()) {
      out.writeUTF(member.getKey());
      member.getValue().writeTo(out);
    }
    out.writeInt(refused.size());
    for (String laneId : refused) {
      out.writeUTF(laneId);
    }
  }

  static RunProgress readFrom(DataInput in) throws IOException {
    RunProgress progress = new RunProgress();
    for (int lanes = in.readInt(); lanes > 0; lanes--) {
      progress.lanes.put(in.readUTF(), LaneProgress.readFrom(in));
    }
    for (int members = in.readInt(); members > 0; members--) {
      progress.joined.put(in.readUTF(), JoinedLane.readFrom(in));
    }
    for (int refused = in.readInt(); refused > 0; refused--) {
      progress.refused.add(in.readUTF());
    }
    return progress;
  }
}
