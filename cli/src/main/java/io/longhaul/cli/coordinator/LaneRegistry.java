package io.longhaul.cli.coordinator;

import io.longhaul.wire.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The lanes that belong to a run, and which of them are still expected to speak. For one thread.
 */
final class LaneRegistry {
  /** So long a living lane is never silent: it has a heartbeat each second. */
  static final long MAX_SILENCE_MILLIS = 30_000;

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Member> lost = new LinkedHashMap<>();
  private final Function<String, LaneStatus> statuses;

  /**
   * A lane of the run.
   *
   * @param phase null for a sampler's lane
   * @param expectedMillis time by the log's clock from which on its records are expected
   */
  record Member(
      String laneId, LaneLocation place, String processId, Phase phase, long expectedMillis) {}

  /**
   * An empty roll.
   *
   * @param lives what the log shows of a lane
   */
  LaneRegistry(Function<String, LaneStatus> statuses) {
    this.statuses = statuses;
  }

  void join(Member member) {
    members.put(member.laneId(), member);
  }

  /**
   * Nothing could be heard of it: its silence begins anew.
   *
   * @param logMillis time by the log's clock now
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

  /** Lanes of a process that have neither ended nor been lost. */
  List<Member> openOf(String processId) {
    return open().stream().filter(member -> member.processId().equals(processId)).toList();
  }

  /** Whether a process has joined with profiling lanes, and all of its lanes are over. */
  boolean isOver(String processId) {
    return members.values().stream()
            .anyMatch(
                member -> member.processId().equals(processId) && member.phase() == Phase.PROFILING)
        && openOf(processId).isEmpty();
  }

  /**
   * Lanes that have been silent for 30 s by the log's own clock: while nobody can append, nobody is
   * silent.
   *
   * @param logMillis time by the log's clock now
   */
  List<Member> silent(long logMillis) {
    List<Member> silent = new ArrayList<>();
    for (Member member : open()) {
      long last =
          Math.max(member.expectedMillis(), statuses.apply(member.laneId()).lastRecordMillis());
      if (logMillis - last > MAX_SILENCE_MILLIS) {
        silent.add(member);
      }
    }
    return silent;
  }

  /** Whether the log shows the end of every lane of generators, or it was lost. */
  boolean isOverForGenerators() {
    return openOfGenerators().isEmpty();
  }

  /** Lanes of generators that have neither ended nor been lost. */
  List<Member> openOfGenerators() {
    return open().stream().filter(member -> member.phase() != null).toList();
  }

  /**
   * Up to where all profiling lanes have told everything, in nanoseconds of the epoch; those that
   * are over have nothing more to tell.
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
