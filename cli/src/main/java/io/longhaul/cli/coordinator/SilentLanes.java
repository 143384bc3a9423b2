package io.longhaul.cli.coordinator;

import io.longhaul.cli.coordinator.LaneRegistry.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Which of the lanes that seem silent are lost. A lane is not silent when its partition takes no
 * records (its broker is away, though others are not), or when not all of it has been read (this
 * process was paused). For one thread.
 */
final class SilentLanes {
  private static final long FULLY_READ = -1;

  private final Ends ends;
  private final ToLongFunction<LaneLocation> positions;

  /** By lane: up to which offset its partition has to be read before it is lost. */
  private final Map<String, Long> toRead = new HashMap<>();

  /** Where partitions end. */
  @FunctionalInterface
  interface Ends {
    /** Empty while the partition takes no records; may take some seconds. */
    OptionalLong of(LaneLocation place) throws InterruptedException;
  }

  /**
   * @param positions up to which offset a partition was read
   */
  SilentLanes(Ends ends, ToLongFunction<LaneLocation> positions) {
    this.ends = ends;
    this.positions = positions;
  }

  /**
   * Those that are lost. To be called again and again: a lane is lost when it is still silent after
   * everything in its partition was read.
   *
   * @param silent who was silent for too long, by what has been read until now
   * @param excused takes each lane whose partition takes no records: its silence begins anew
   */
  List<Member> lost(List<Member> silent, Consumer<Member> restart) throws InterruptedException {
    toRead.keySet().retainAll(silent.stream().map(Member::laneId).toList());
    List<Member> lost = new ArrayList<>();
    for (Member member : silent) {
      Long until = toRead.get(member.laneId());
      if (until == null) {
        OptionalLong end = ends.of(member.place());
        end.ifPresentOrElse(
            offset -> toRead.put(member.laneId(), offset), () -> restart.accept(member));
      } else if (until == FULLY_READ) {
        lost.add(member);
      } else if (positions.applyAsLong(member.place()) >= until) {
        // What was read last may be this lane's: it is lost if it is still silent at the next call.
        toRead.put(member.laneId(), FULLY_READ);
      }
    }
    return lost;
  }
}
