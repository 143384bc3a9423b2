package io.longhaul.control.coordinator;

import io.longhaul.control.LaneLocation;
import io.longhaul.wire.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The lanes of a run and their liveness. Not thread-safe. */
final class LaneRegistry {
  /** Maximum silence of a live lane, which has a heartbeat every second. */
  static final long MAX_SILENCE_MILLIS = 30_000;

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Member> lost = new LinkedHashMap<>();
  private final Function<String, LaneStatus> statuses;

  /**
   * A lane of the run.
   *
   * @param phase the lane's phase; null for a sampler's lane
   * @param expectedMillis time on the log's clock from which records are expected
   */
  record Member(
      String laneId,
      LaneLocation place,
      String processId,
      @Nullable Phase phase,
      long expectedMillis) {}

  /**
   * Creates an empty registry.
   *
   * @param statuses returns the status of a lane by its ID
   */
  LaneRegistry(Function<String, LaneStatus> statuses) {
    this.statuses = statuses;
  }

  void join(Member member) {
    members.put(member.laneId(), member);
  }

  /**
   * Restarts the silence interval of a lane, because its records could not be read.
   *
   * @param logMillis current time on the log's clock
   */
  void restartSilence(Member member, long logMillis) {
    join(
        new Member(member.laneId(), member.place(), member.processId(), member.phase(), logMillis));
  }

  void lose(Member member) {
    lost.put(member.laneId(), member);
  }

  List<Member> all() {
    return List.copyOf(members.values());
  }

  /** Returns the lanes of a process that have neither ended nor been lost. */
  List<Member> openOf(String processId) {
    return open().stream().filter(member -> member.processId().equals(processId)).toList();
  }

  /**
   * Returns the lanes that have been silent for 30 s on the log's clock. Time in which no process
   * can append does not count.
   *
   * @param logMillis current time on the log's clock
   */
  List<Member> silent(long logMillis) {
    List<Member> silent = new ArrayList<>();
    for (Member member : open()) {
      if (silenceMillis(member, logMillis) > MAX_SILENCE_MILLIS) {
        silent.add(member);
      }
    }
    return silent;
  }

  /** Returns whether all of these lanes belong to the run and have ended or been lost. */
  boolean areOver(Collection<String> laneIds) {
    return members.keySet().containsAll(laneIds)
        && open().stream().noneMatch(member -> laneIds.contains(member.laneId()));
  }

  /**
   * Returns whether all open lanes of a process have been silent for this time.
   *
   * @param logMillis current time on the log's clock
   */
  boolean areSilent(String processId, long logMillis, long minMillis) {
    List<Member> open = openOf(processId);
    return !open.isEmpty()
        && open.stream().allMatch(member -> silenceMillis(member, logMillis) > minMillis);
  }

  private long silenceMillis(Member member, long logMillis) {
    return logMillis
        - Math.max(member.expectedMillis(), statuses.apply(member.laneId()).lastRecordMillis());
  }

  /** Returns whether every generator lane has ended in the log or was lost. */
  boolean isOverForGenerators() {
    return openOfGenerators().isEmpty();
  }

  /** Returns the generator lanes that have neither ended nor been lost. */
  List<Member> openOfGenerators() {
    return open().stream().filter(member -> member.phase() != null).toList();
  }

  /** Returns the samplers' lanes that have neither ended nor been lost. */
  List<Member> openOfSamplers() {
    return open().stream().filter(member -> member.phase() == null).toList();
  }

  /**
   * Returns the common frontier of all open profiling lanes in nanoseconds since the epoch; {@link
   * Long#MAX_VALUE} if none is open.
   */
  long frontierEpochNanos() {
    return open().stream()
        .filter(member -> member.phase() == Phase.PROFILING)
        .mapToLong(member -> statuses.apply(member.laneId()).frontierEpochNanos())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private List<Member> open() {
    return members.values().stream()
        .filter(member -> !lost.containsKey(member.laneId()))
        .filter(member -> !statuses.apply(member.laneId()).hasEnded())
        .toList();
  }
}
