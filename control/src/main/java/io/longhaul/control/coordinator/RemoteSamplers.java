package io.longhaul.control.coordinator;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.load.MetricsSampler;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The samplers of a run that are processes of their own, according to their messages on the control
 * topic. Each joins with one lane, at the start of the run or later; one that starts again joins
 * with another lane. Repeated messages are answered again. Not thread-safe.
 */
final class RemoteSamplers {
  /** A sampler that waits for its answer sends a message every second. */
  private static final Duration RECENT = Duration.ofSeconds(4);

  private static final Pattern LANE_ID = Pattern.compile("s([1-9][0-9]{0,8})\\..*");

  private final String runId;
  private final String planJson;
  private final String topic;
  private final int partitions;
  private final LongSupplier nanoTime;
  private final Map<ProcessName, Long> askedNanos = new LinkedHashMap<>();
  private final Map<ProcessName, SamplerJoined> joined = new LinkedHashMap<>();
  private int lastNumber;

  /**
   * @param topic topic of the samplers' lanes
   * @param partitions its number of partitions
   * @param nanoTime clock such as {@link System#nanoTime}
   */
  RemoteSamplers(
      String runId, String planJson, String topic, int partitions, LongSupplier nanoTime) {
    this.runId = runId;
    this.planJson = planJson;
    this.topic = topic;
    this.partitions = partitions;
    this.nanoTime = nanoTime;
  }

  /** Returns whether a lane is that of a sampler that is a process of its own. */
  static boolean isLane(String laneId) {
    return LANE_ID.matcher(laneId).matches();
  }

  /** Takes over the samplers of an earlier coordinator: their numbers are not given again. */
  void takeOver(Collection<LaneAddress> lanes) {
    for (LaneAddress lane : lanes) {
      Matcher id = LANE_ID.matcher(lane.getLaneId());
      if (id.matches()) {
        lastNumber = Math.max(lastNumber, Integer.parseInt(id.group(1)));
      }
    }
  }

  /** Receives the message of a sampler of this run. */
  void received(SamplerPresent present) {
    askedNanos.put(ControlMessageKind.processOf(present), nanoTime.getAsLong());
  }

  /**
   * Answers each sampler that has asked since the last call. If it is new, it joins first.
   *
   * @param joinsEpochNanos time from which the lanes of new samplers count
   * @param join adds the lane of a new sampler to the run
   * @param answer receives the answers
   */
  void answer(
      long runStartEpochNanos,
      long joinsEpochNanos,
      Consumer<SamplerJoined> join,
      Consumer<SamplerJoined> answer) {
    long now = nanoTime.getAsLong();
    askedNanos.values().removeIf(asked -> now - asked > RECENT.toNanos());
    for (ProcessName sampler : askedNanos.keySet()) {
      SamplerJoined known = joined.get(sampler);
      SamplerJoined reply =
          known == null ? joining(sampler, runStartEpochNanos, joinsEpochNanos) : known;
      if (known == null) {
        join.accept(reply);
        joined.put(sampler, reply);
      }
      answer.accept(reply);
    }
    askedNanos.clear();
  }

  private SamplerJoined joining(ProcessName sampler, long runStart, long joins) {
    int number = ++lastNumber;
    return SamplerJoined.newBuilder()
        .setRunId(runId)
        .setProcessId(sampler.getProcessId())
        .setIncarnationEpochMs(sampler.getIncarnationEpochMs())
        .setNumber(number)
        .setLane(
            new LaneAddress(
                MetricsSampler.laneId(number, sampler.getIncarnationEpochMs()),
                "",
                topic,
                number % partitions))
        .setPlanJson(planJson)
        .setRunStartEpochNs(runStart)
        .setJoinsEpochNs(joins)
        .build();
  }

  /** Returns the lanes with which a sampler of this name has joined before. */
  List<String> lanesOf(String processId) {
    return joined.values().stream()
        .filter(each -> each.getProcessId().equals(processId))
        .map(each -> each.getLane().getLaneId())
        .toList();
  }

  /**
   * Returns the name of the sampler that writes a lane; empty if an earlier coordinator knew it.
   */
  Optional<String> nameOf(String laneId) {
    return joined.values().stream()
        .filter(each -> each.getLane().getLaneId().equals(laneId))
        .map(SamplerJoined::getProcessId)
        .findFirst();
  }
}
