package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.LaneLocation;
import io.longhaul.control.coordinator.LaneRegistry.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Decides which silent lanes are lost. A lane does not count as silent while its partition rejects
 * records (for example because only that broker is down) or is not fully read (for example because
 * this process was suspended). Not thread-safe.
 */
final class SilentLanes {
  private final Ends ends;
  private final ToLongFunction<LaneLocation> positions;

  /**
   * By lane ID: the offset up to which the partition must be read before the lane is lost; empty
   * once it is read.
   */
  private final Map<String, OptionalLong> toRead = new HashMap<>();

  /** Returns end offsets of partitions. */
  @FunctionalInterface
  interface Ends {
    /** Returns the end offset; empty while the partition accepts no records. May take seconds. */
    OptionalLong of(LaneLocation place) throws InterruptedException;
  }

  /**
   * @param positions returns the offset up to which a partition was read
   */
  SilentLanes(Ends ends, ToLongFunction<LaneLocation> positions) {
    this.ends = ends;
    this.positions = positions;
  }

  /**
   * Returns the lost lanes: those that are still silent after their partition was fully read. Call
   * it repeatedly; each call probes at most one partition.
   *
   * @param silent lanes that were silent for too long, according to the records read so far
   * @param restart receives each lane whose partition accepts no records, to restart its silence
   *     interval
   */
  List<Member> lost(List<Member> silent, Consumer<Member> restart) throws InterruptedException {
    toRead.keySet().retainAll(silent.stream().map(Member::laneId).toList());
    List<Member> lost = new ArrayList<>();
    for (Member member : probed(silent)) {
      OptionalLong until = requireNonNull(toRead.get(member.laneId()));
      if (until.isEmpty()) {
        lost.add(member);
      } else if (positions.applyAsLong(member.place()) >= until.getAsLong()) {
        // The last records may be this lane's; it is lost if it is still silent at the next call.
        toRead.put(member.laneId(), OptionalLong.empty());
      }
    }
    probeNext(silent, restart);
    return lost;
  }

  private List<Member> probed(List<Member> silent) {
    return silent.stream().filter(member -> toRead.containsKey(member.laneId())).toList();
  }

  /**
   * Probes the partition of the first lane that was not probed, for all silent lanes in it. Only
   * one partition at each call, because the coordinator sends no message meanwhile.
   */
  private void probeNext(List<Member> silent, Consumer<Member> restart)
      throws InterruptedException {
    List<Member> waiting =
        silent.stream().filter(member -> !toRead.containsKey(member.laneId())).toList();
    if (waiting.isEmpty()) {
      return;
    }
    LaneLocation place = waiting.get(0).place();
    OptionalLong end = ends.of(place);
    for (Member member : waiting) {
      if (member.place().equals(place) && end.isPresent()) {
        toRead.put(member.laneId(), end);
      } else if (member.place().equals(place)) {
        restart.accept(member);
      }
    }
  }
}
