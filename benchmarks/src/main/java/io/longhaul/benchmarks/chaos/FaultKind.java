package io.longhaul.benchmarks.chaos;

import java.util.Locale;

/** What happens to a run, to which part of it, and for how long. */
public enum FaultKind {
  /** {@code kill -9}; starts again after the time of the fault. */
  KILL_BROKER(Target.BROKER, 2, 15),
  /** {@code SIGSTOP}, then {@code SIGCONT}. */
  PAUSE_BROKER(Target.BROKER, 2, 15),
  /** Kafka exits when its disk is full; starts again once there is space. */
  FILL_BROKER_DISK(Target.BROKER, 4, 10),
  /** Kills the job with it, so that the job is submitted again. */
  KILL_JOB_MANAGER(Target.FLINK, 1, 5),
  PAUSE_JOB_MANAGER(Target.FLINK, 3, 8),
  KILL_TASK_MANAGER(Target.FLINK, 1, 10),
  KILL_BOTH_TASK_MANAGERS(Target.FLINK, 1, 5),
  /** Often longer than Flink's heartbeat timeout, so that it wakes up after its replacement. */
  PAUSE_TASK_MANAGER(Target.FLINK, 4, 25),
  FILL_LAKE_DISK(Target.FLINK, 5, 15),
  KILL_GENERATOR(Target.GENERATOR, 1, 10),
  /** Shorter than the silence after which its lanes are lost. */
  PAUSE_GENERATOR(Target.GENERATOR, 2, 15),
  /** Longer than the silence after which its lanes are lost. */
  SILENCE_GENERATOR(Target.GENERATOR, 36, 40),
  /** The standby takes over. */
  KILL_COORDINATOR(Target.COORDINATOR, 0, 0),
  /** Shorter than the lease. */
  PAUSE_COORDINATOR(Target.COORDINATOR, 3, 10),
  /** Longer than the lease, so that it wakes up after the standby has taken over. */
  SILENCE_COORDINATOR(Target.COORDINATOR, 28, 40),
  /** Starts again; perhaps it leads the run. */
  KILL_STANDBY(Target.STANDBY, 1, 10),
  /** Resets the connections to Kafka. */
  CUT_GENERATOR(Target.GENERATOR, 0, 0),
  /** Connections to Kafka stay open, but nothing passes. */
  STALL_GENERATOR(Target.GENERATOR, 3, 15),
  /** Everything between it and Kafka takes a quarter of a second longer. */
  DELAY_GENERATOR(Target.GENERATOR, 5, 20),
  CUT_JOB(Target.FLINK, 0, 0),
  STALL_JOB(Target.FLINK, 3, 15),
  CUT_COORDINATOR(Target.COORDINATOR, 0, 0),
  STALL_COORDINATOR(Target.COORDINATOR, 3, 10),
  /** A record in the log whose key and value are random bytes. */
  PLANT_GARBAGE(Target.LOG, 0, 0),
  /** A copy of a record of the run. */
  REPEAT_RECORD(Target.LOG, 0, 0),
  /** A damaged record in the place of an event that is about to be written. */
  CORRUPT_EVENT(Target.LOG, 0, 0),
  /** A changed byte in a file of the lake after the run. */
  DAMAGE_FILE(Target.LAKE, 0, 0),
  /** A missing file of the lake after the run. */
  REMOVE_FILE(Target.LAKE, 0, 0);

  /** A part of a run; two faults of one part do not overlap. */
  enum Target {
    BROKER,
    FLINK,
    GENERATOR,
    COORDINATOR,
    STANDBY,
    LOG,
    /** After the run. */
    LAKE
  }

  private final Target target;
  private final int minSeconds;
  private final int maxSeconds;

  FaultKind(Target target, int minSeconds, int maxSeconds) {
    this.target = target;
    this.minSeconds = minSeconds;
    this.maxSeconds = maxSeconds;
  }

  Target target() {
    return target;
  }

  int minSeconds() {
    return minSeconds;
  }

  int maxSeconds() {
    return maxSeconds;
  }

  /** Returns whether the requests of a generator may be lost, if the run declares them. */
  boolean losesGenerator() {
    return this == KILL_GENERATOR || this == SILENCE_GENERATOR;
  }

  /** Returns whether the standby may take over, before which samples of GPUs are missing. */
  boolean mayReplaceCoordinator() {
    return target == Target.COORDINATOR;
  }

  /** Returns its name in results, such as {@code kill-broker}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the kind with a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static FaultKind ofWord(String word) {
    for (FaultKind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("Invalid kind of fault: " + word);
  }
}
