package io.longhaul.pipeline.run;

import io.longhaul.pipeline.lane.LaneEnding;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.state.JoinedLaneState;
import io.longhaul.pipeline.state.LaneProgressState;
import io.longhaul.pipeline.state.RunState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Stop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a run, and the time up to which all of them are complete. The coordinator's lane
 * defines the members; its frontier promises that no lane joins at an earlier time. If another
 * coordinator takes over, the verdict on the former lane names the lane of its successor. Messages
 * of a lane may arrive before its join, and those of a successor before those of its predecessor.
 */
final class RunProgress {
  /** Maximum number of lanes; further ones are rejected, and the run's row reports this. */
  static final int MAX_LANES = 1024;

  private static final long NONE = Long.MIN_VALUE;
  private static final long ALL = Long.MAX_VALUE;

  private final TreeMap<String, LaneProgress> lanes = new TreeMap<>();
  private final TreeMap<String, JoinedLane> joined = new TreeMap<>();
  private final TreeSet<String> refused = new TreeSet<>();

  /** Processes a message of a lane. */
  void process(LaneMessage message, EventCodecs codecs) {
    LaneProgress lane = lanes.computeIfAbsent(message.laneId(), unknown -> new LaneProgress());
    lane.process(message);
    if (message.kind() == LaneMessage.Kind.LANE_JOINED) {
      join((LaneJoined) decode(EventKind.LANE_JOINED, message.body(), codecs));
    }
    if (refused.contains(message.laneId())) {
      lane.forgetParts();
    }
  }

  private void join(LaneJoined joinedLane) {
    String laneId = joinedLane.getLaneId();
    if (joinedLane.getLaneKind() == LaneKind.COORDINATOR) {
      // A predecessor: the run waits for its records, which contain the start and further lanes.
      lanes.computeIfAbsent(laneId, unknown -> new LaneProgress()).expectCoordinator();
      return;
    }
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

  /** Decodes an event that the lane stage has already decoded. */
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

  /** Removes the marks of all coordinators, and passes each with its lane to a consumer. */
  void takeMarks(BiConsumer<String, byte[]> consumer) {
    lanes.forEach(
        (laneId, lane) -> lane.takeMarks().forEach(mark -> consumer.accept(laneId, mark)));
  }

  int refusedLanes() {
    return refused.size();
  }

  Optional<LaneProgress> lane(String laneId) {
    return Optional.ofNullable(lanes.get(laneId));
  }

  /** Returns the time up to which all facts of the run were read, as Unix time in nanoseconds. */
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
    return lane.hasEnded() ? ALL : Math.max(lane.frontierEpochNanos(), member.joinsEpochNanos());
  }

  /** Returns the time before which no lane joins any more and the run does not end. */
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
    if (!lane.hasEnded()) {
      return lane.frontierEpochNanos();
    }
    LaneEnding verdict = lane.ending().orElseThrow();
    for (LaneProgress successor : successors(lane)) {
      if (successor.isCoordinator()) {
        return ALL; // its own frontier counts
      }
      verdict = successor.ending().orElse(verdict);
    }
    return verdict.successorLaneId().isEmpty() ? ALL : verdict.successorFrontierEpochNanos();
  }

  /**
   * Returns the known lanes of the coordinators that took over from this one, in order. A
   * coordinator that was lost before it wrote a record is known by the verdict on its lane only.
   */
  private List<LaneProgress> successors(LaneProgress lane) {
    List<LaneProgress> successors = new ArrayList<>();
    LaneProgress next = successor(lane);
    while (next != null && next != lane && !successors.contains(next)) {
      successors.add(next);
      next = successor(next);
    }
    return successors;
  }

  private @Nullable LaneProgress successor(LaneProgress lane) {
    return lanes.get(successorLaneId(lane));
  }

  /** Returns the lane that took over from a lost one; empty text if none did. */
  private static String successorLaneId(LaneProgress lane) {
    return lane.ending().map(LaneEnding::successorLaneId).orElse("");
  }

  /**
   * Returns how the last coordinator ended the run; empty while the run continues, or while records
   * of earlier coordinators are missing.
   */
  Optional<RunTermination> end(EventCodecs codecs) {
    for (LaneProgress lane : lanes.values()) {
      if (lane.isCoordinator() && isLast(lane)) {
        List<LaneProgress> earlier = earlierCoordinators(lane);
        if (earlier.stream().allMatch(this::isSucceeded)) {
          return Optional.of(termination(lane, earlier, codecs));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether the run has ended and no other coordinator leads it after this one. */
  private static boolean isLast(LaneProgress coordinator) {
    return coordinator.hasStop()
        || (coordinator.hasEnded() && successorLaneId(coordinator).isEmpty());
  }

  private List<LaneProgress> earlierCoordinators(LaneProgress lane) {
    List<LaneProgress> later = successors(lane);
    return lanes.values().stream()
        .filter(other -> other.isCoordinator() && other != lane && !later.contains(other))
        .toList();
  }

  private boolean isSucceeded(LaneProgress coordinator) {
    return !coordinator.hasStop()
        && successors(coordinator).stream().anyMatch(LaneProgress::isCoordinator);
  }

  private static RunTermination termination(
      LaneProgress lane, List<LaneProgress> earlier, EventCodecs codecs) {
    long frontier = lane.hasStop() ? lane.frontierAtStop() : lane.frontierEpochNanos();
    for (LaneProgress coordinator : earlier) {
      // Slices up to this frontier may have been emitted.
      frontier = Math.max(frontier, coordinator.frontierEpochNanos());
    }
    if (!lane.hasStop()) {
      return new RunTermination(StopReason.COORDINATOR_LOST.word(), "", frontier, frontier, true);
    }
    Stop stop = (Stop) decode(EventKind.STOP, lane.stop(), codecs);
    return new RunTermination(
        stop.getReason(), stop.getStopCondition(), stop.getLoadEndedEpochNs(), frontier, false);
  }

  /** Returns whether every lane of the run has ended or is lost, including warm-up lanes. */
  boolean allLanesEnded() {
    return joined.keySet().stream()
        .allMatch(laneId -> lane(laneId).filter(LaneProgress::hasEnded).isPresent());
  }

  /** Returns whether every lane of the run is closed, including the coordinator's. */
  boolean allLanesClosed() {
    boolean coordinatorKnown = false;
    for (LaneProgress lane : lanes.values()) {
      if (lane.isCoordinator()) {
        coordinatorKnown = true;
        if (!isClosedWithSuccessors(lane)) {
          return false;
        }
      }
    }
    return coordinatorKnown && areClosed(joined.keySet()) && areClosed(refused);
  }

  private boolean isClosedWithSuccessors(LaneProgress coordinator) {
    LaneProgress last = coordinator;
    boolean closed = coordinator.isClosed();
    for (LaneProgress successor : successors(coordinator)) {
      last = successor;
      closed &= successor.isClosed();
    }
    return closed && (last.hasStop() || successorLaneId(last).isEmpty());
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

  /** Removes all parts, because the summary was emitted and the lanes only wait to be closed. */
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

  List<LaneProgressState> lanesState() {
    return ConvertedList.of(lanes.entrySet(), lane -> lane.getValue().toState(lane.getKey()));
  }

  List<JoinedLaneState> joinedState() {
    return ConvertedList.of(joined.entrySet(), lane -> lane.getValue().toState(lane.getKey()));
  }

  List<String> refusedState() {
    return List.copyOf(refused);
  }

  static RunProgress ofState(RunState stored) {
    RunProgress progress = new RunProgress();
    for (LaneProgressState lane : stored.getLanes()) {
      progress.lanes.put(lane.getLaneId(), LaneProgress.ofState(lane));
    }
    for (JoinedLaneState lane : stored.getJoinedLanes()) {
      progress.joined.put(lane.getLaneId(), JoinedLane.ofState(lane));
    }
    progress.refused.addAll(stored.getRefusedLanes());
    return progress;
  }
}
