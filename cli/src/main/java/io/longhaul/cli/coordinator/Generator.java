package io.longhaul.cli.coordinator;

import io.longhaul.wire.Phase;
import io.longhaul.wire.control.LaneAddress;
import java.util.List;
import java.util.Locale;

/** A generator process, as the coordinator knows it. For one thread. */
final class Generator {
  private final String processId;
  private final long incarnationEpochMillis;
  private final String hostname;
  private int share;
  private List<LaneAddress> lanes = List.of();
  private List<String> problems = List.of();
  private boolean ready;
  private boolean warmupEnded;
  private boolean over;

  Generator(String processId, long incarnationEpochMillis, String hostname) {
    this.processId = processId;
    this.incarnationEpochMillis = incarnationEpochMillis;
    this.hostname = hostname;
  }

  String processId() {
    return processId;
  }

  long incarnationEpochMillis() {
    return incarnationEpochMillis;
  }

  /** For people: who it is and where. */
  String description() {
    return hostname.isEmpty() ? processId : processId + " on " + hostname;
  }

  /** Its name in the run, as its lanes tell it: g0, g1 … */
  String nameInRun() {
    return "g" + share;
  }

  void assign(int shareIndex) {
    share = shareIndex;
  }

  int share() {
    return share;
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

  /** It has ended, or was lost: nothing more is expected of it. */
  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  static Phase phaseOf(LaneAddress lane) {
    return Phase.valueOf(lane.getPhase().toUpperCase(Locale.ROOT));
  }
}
