package io.longhaul.cli.coordinator;

import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Coordinators of streamed chats, without samplers and without anybody who looks. */
final class TestCoordinators {
  static final PlanFacts PLAN =
      PlanFacts.newBuilder()
          .setSliceDurationNs(1_000_000_000)
          .setEndpointType("chat")
          .setStreaming(true)
          .setTokenSource(TokenSource.SERVER_USAGE)
          .build();

  /** Shorter than in life, for tests in which it is waited for. */
  private static final Duration END_REPORT_TIMEOUT = Duration.ofSeconds(5);

  private TestCoordinators() {}

  /**
   * @param partitions of each topic
   */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment surroundings)
      throws KafkaUnreachableException {
    return of(
        cluster,
        partitions,
        runId,
        generators,
        hasWarmup,
        surroundings,
        new KafkaControlTopic(cluster));
  }

  /** Likewise, over a control topic that a test has made. */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment surroundings,
      ControlTopic topic)
      throws KafkaUnreachableException {
    return of(
        cluster,
        partitions,
        runId,
        generators,
        hasWarmup,
        surroundings,
        topic,
        new AnchoredRunClock());
  }

  /** Likewise, on a machine with this clock. */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment surroundings,
      ControlTopic topic,
      AnchoredRunClock clock)
      throws KafkaUnreachableException {
    return new RunCoordinator(
        cluster,
        partitions,
        announcement(runId, generators, hasWarmup),
        ConsecutiveFailures.unlimited(),
        SamplerLanes.NONE,
        surroundings,
        RunListener.NONE,
        Duration.ofSeconds(20),
        topic,
        END_REPORT_TIMEOUT,
        clock);
  }

  static RunAnnouncement announcement(String runId, int generators, boolean hasWarmup) {
    return new RunAnnouncement(
        runId,
        "{}",
        PLAN,
        "{}",
        "test",
        10,
        generators,
        hasWarmup,
        TimeUnit.SECONDS.toNanos(20),
        TimeUnit.SECONDS.toNanos(60));
  }
}
