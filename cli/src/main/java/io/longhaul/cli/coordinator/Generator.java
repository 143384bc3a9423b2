package io.longhaul.cli.coordinator;

import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.Phase;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessName;
import java.util.List;
import java.util.Locale;

/** A generator process, as the coordinator knows it. For one thread. */
final class Generator {
  static final int NO_SHARE = -1;

  /** A probe that knows the offset worse than this is repeated … */
  private static final long MAX_CLOCK_ERROR_NANOS = 1_000_000_000;

  /** … but only so often: where Kafka is that slow, the best one has to do. */
  private static final int MAX_IMPRECISE_PROBES = 10;

  private final GeneratorPresent introduction;
  private long lastMessageNanos;
  private int share = NO_SHARE;
  private int preparedShare = NO_SHARE;
  private List<LaneAddress> lanes = List.of();
  private List<String> problems = List.of();
  private boolean ready;
  private boolean warmupEnded;
  private boolean started;
  private boolean over;
  private boolean ended;

  /** The best measurement; null before the first one. */
  private ClockOffset clock;

  private int probes;

  /**
   * @param introduction its first message
   * @param nowNanos by the coordinator's monotonic clock
   */
  Generator(GeneratorPresent introduction, long nowNanos) {
    this.introduction = introduction;
    messageReceived(nowNanos);
  }

  String processId() {
    return introduction.getProcessId();
  }

  long incarnationEpochMillis() {
    return introduction.getIncarnationEpochMs();
  }

  ProcessName name() {
    return new ProcessName(processId(), incarnationEpochMillis());
  }

  boolean is(String processId, long incarnationEpochMillis) {
    return processId().equals(processId) && incarnationEpochMillis() == incarnationEpochMillis;
  }

  /** For people: who it is and where. */
  String description() {
    return description(introduction);
  }

  static String description(GeneratorPresent introduction) {
    return introduction.getHostname().isEmpty()
        ? introduction.getProcessId()
        : introduction.getProcessId() + " on " + introduction.getHostname();
  }

  /** Its name in the run, as its lanes tell it: g0, g1 … */
  String nameInRun() {
    return "g" + share;
  }

  /** For the log. */
  GeneratorFacts facts() {
    return GeneratorFacts.newBuilder()
        .setProcessId(nameInRun())
        .setName(processId())
        .setHostname(introduction.getHostname())
        .setToolVersion(introduction.getToolVersion())
        .setClockOffsetNs(clock == null ? null : clock.offsetNanos())
        .setClockOffsetErrorNs(clock == null ? null : clock.errorNanos())
        .build();
  }

  void assign(int shareIndex) {
    share = shareIndex;
  }

  int share() {
    return share;
  }

  /** A message of its arrived. */
  void messageReceived(long nowNanos) {
    lastMessageNanos = nowNanos;
  }

  long lastMessageNanos() {
    return lastMessageNanos;
  }

  /** It prepares this share, or none yet. */
  void present(int shareIndex) {
    preparedShare = shareIndex;
  }

  /** Whether its share has not reached it yet. */
  boolean awaitsShare() {
    return share != NO_SHARE && preparedShare != share && !ready;
  }

  void ready(List<LaneAddress> addresses, List<String> reasonsAgainst) {
    ready = true;
    lanes = List.copyOf(addresses);
    problems = List.copyOf(reasonsAgainst);
  }

  boolean isReady() {
    return ready;
  }

  List<String> problems() {
    return problems;
  }

  List<LaneAddress> lanes(Phase phase) {
    return lanes.stream().filter(lane -> phaseOf(lane) == phase).toList();
  }

  void endWarmup() {
    warmupEnded = true;
  }

  boolean hasEndedWarmup() {
    return warmupEnded || over;
  }

  /** It has read the start. */
  void start() {
    started = true;
  }

  boolean hasStarted() {
    return started || over;
  }

  /** It has ended, or was lost: nothing more is expected of it. */
  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** It says itself that it has ended. */
  void reportEnd() {
    ended = true;
    over = true;
  }

  boolean hasReportedEnd() {
    return ended;
  }

  /** Keeps the measurement with the smallest error. */
  void measured(ClockOffset measurement) {
    probes++;
    if (clock == null || measurement.errorNanos() < clock.errorNanos()) {
      clock = measurement;
    }
  }

  /** Null before the first measurement. */
  ClockOffset clock() {
    return clock;
  }

  boolean isClockKnown() {
    return clock != null
        && (clock.errorNanos() <= MAX_CLOCK_ERROR_NANOS || probes >= MAX_IMPRECISE_PROBES);
  }

  static Phase phaseOf(LaneAddress lane) {
    return Phase.valueOf(lane.getPhase().toUpperCase(Locale.ROOT));
  }
}
