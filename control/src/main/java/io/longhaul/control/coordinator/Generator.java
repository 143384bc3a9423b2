package io.longhaul.control.coordinator;

import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.Phase;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.IssuedOfLane;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessName;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A generator process as seen by the coordinator. Not thread-safe. */
public final class Generator {
  public static final int NO_SHARE = -1;

  /** A clock probe with a larger error is repeated … */
  private static final long MAX_CLOCK_ERROR_NANOS = 1_000_000_000;

  /** … but only this often: if Kafka is too slow, the best probe is used. */
  private static final int MAX_IMPRECISE_PROBES = 10;

  private final GeneratorPresent introduction;
  private final long firstMessageNanos;
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
  private boolean lost;
  private boolean exited;
  private boolean confirmed;

  /** Whether it continues the share of a lost process. */
  private boolean continues;

  /** Time from which its lanes count, if it continues a share; 0 before they have joined. */
  private long joinsEpochNanos;

  /** Most precise measurement; null before the first one. */
  private @Nullable ClockOffset clock;

  private int probes;

  /**
   * @param introduction the generator's first message
   * @param nowNanos current time on the coordinator's monotonic clock
   */
  Generator(GeneratorPresent introduction, long nowNanos) {
    this.introduction = introduction;
    this.firstMessageNanos = nowNanos;
    messageReceived(nowNanos);
  }

  String processId() {
    return introduction.getProcessId();
  }

  public long incarnationEpochMillis() {
    return introduction.getIncarnationEpochMs();
  }

  ProcessName name() {
    return new ProcessName(processId(), incarnationEpochMillis());
  }

  /** Returns the generator's name and host for messages. */
  String description() {
    return description(introduction);
  }

  static String description(GeneratorPresent introduction) {
    return introduction.getHostname().isEmpty()
        ? introduction.getProcessId()
        : introduction.getProcessId() + " on " + introduction.getHostname();
  }

  /** Returns its name in the run, as in the IDs of its lanes: g0, g1 … */
  public String nameInRun() {
    return "g" + share;
  }

  /** Returns the generator's entry in {@code RunStarted}. */
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

  public int share() {
    return share;
  }

  /** Assigns the share of a lost process, the rest of which it sends. */
  void continueShare(int shareIndex) {
    assign(shareIndex);
    continues = true;
  }

  /** Returns whether it joins after the start, to continue the share of a lost process. */
  boolean continuesShare() {
    return continues;
  }

  /** Records that its lanes have joined the run. */
  public void join(long epochNanos) {
    joinsEpochNanos = epochNanos;
  }

  boolean hasJoined() {
    return joinsEpochNanos != 0;
  }

  long joinsEpochNanos() {
    return joinsEpochNanos;
  }

  /** Returns the final counts of the lanes of earlier processes with its name, if known. */
  List<IssuedOfLane> formerLanes() {
    return introduction.getFormerLanes();
  }

  /** Records the time of the generator's latest message. */
  void messageReceived(long nowNanos) {
    lastMessageNanos = nowNanos;
    confirmed = true;
  }

  /** Records that this coordinator has received no message of this process: it may be dead. */
  void adopted() {
    confirmed = false;
  }

  /** Returns whether this coordinator has received a message of this process. */
  boolean isConfirmed() {
    return confirmed;
  }

  long firstMessageNanos() {
    return firstMessageNanos;
  }

  long lastMessageNanos() {
    return lastMessageNanos;
  }

  /** Records the share that the generator prepares; {@link #NO_SHARE} for none. */
  void present(int shareIndex) {
    preparedShare = shareIndex;
  }

  /** Returns whether the generator has not received its share yet. */
  public boolean awaitsShare() {
    return share != NO_SHARE && preparedShare != share && !ready;
  }

  void ready(List<LaneAddress> addresses, List<String> reasonsAgainst) {
    ready = true;
    lanes = List.copyOf(addresses);
    problems = List.copyOf(reasonsAgainst);
  }

  public boolean isReady() {
    return ready;
  }

  List<String> problems() {
    return problems;
  }

  List<LaneAddress> lanes(Phase phase) {
    return lanes.stream().filter(lane -> phaseOf(lane) == phase).toList();
  }

  /** Returns whether a lane belongs to this process. */
  boolean owns(String laneId) {
    return lanes.stream().anyMatch(lane -> lane.getLaneId().equals(laneId));
  }

  void endWarmup() {
    warmupEnded = true;
  }

  boolean hasEndedWarmup() {
    return warmupEnded || over;
  }

  /** Records that it has received the start. */
  void start() {
    started = true;
  }

  boolean hasStarted() {
    return started || over;
  }

  /** Records that it has ended or was lost: no further message is expected. */
  public void end() {
    over = true;
  }

  /** Records that it was lost. */
  public void lose() {
    lost = true;
    over = true;
  }

  public boolean isLost() {
    return lost;
  }

  /** Records that its process has exited. */
  void exit() {
    exited = true;
  }

  boolean hasExited() {
    return exited;
  }

  public boolean isOver() {
    return over;
  }

  /** Records the generator's own report that it has ended. */
  void reportEnd() {
    ended = true;
    over = true;
  }

  public boolean hasReportedEnd() {
    return ended;
  }

  /** Adds a clock measurement; the one with the smallest error is used. */
  void measured(ClockOffset measurement) {
    probes++;
    if (clock == null || measurement.errorNanos() < clock.errorNanos()) {
      clock = measurement;
    }
  }

  /** Returns the most precise measurement; null before the first one. */
  @Nullable ClockOffset clock() {
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
