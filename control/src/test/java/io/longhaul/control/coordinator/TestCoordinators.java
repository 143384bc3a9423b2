package io.longhaul.control.coordinator;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.control.StopConditions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Creates coordinators of streamed chats, without samplers and listeners. */
public final class TestCoordinators {
  static final PlanFacts PLAN =
      PlanFacts.newBuilder()
          .setSliceDurationNs(1_000_000_000)
          .setEndpointType("chat")
          .setStreaming(true)
          .setTokenSource(TokenSource.SERVER_USAGE)
          .build();

  /** Shorter than in production, for tests that wait for it. */
  private static final Duration END_REPORT_TIMEOUT = Duration.ofSeconds(5);

  private TestCoordinators() {}

  /**
   * @param partitions number of partitions of each topic
   */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment environment)
      throws KafkaUnreachableException {
    return of(
        cluster,
        partitions,
        runId,
        generators,
        hasWarmup,
        environment,
        new KafkaControlTopic(cluster));
  }

  /** Creates a coordinator on the given control topic. */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment environment,
      ControlTopic topic)
      throws KafkaUnreachableException {
    return of(
        cluster,
        partitions,
        runId,
        generators,
        hasWarmup,
        environment,
        topic,
        new AnchoredRunClock());
  }

  /** Creates a coordinator with the given clock. */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      RunEnvironment environment,
      ControlTopic topic,
      AnchoredRunClock clock)
      throws KafkaUnreachableException {
    return new RunCoordinator(
        cluster,
        partitions,
        announcement(runId, generators, hasWarmup),
        ConsecutiveFailures.unlimited(),
        SamplerLanes.NONE,
        environment,
        List.of(),
        Duration.ofSeconds(20),
        topic,
        END_REPORT_TIMEOUT,
        clock);
  }

  public static RunAnnouncement announcement(String runId, int generators, boolean hasWarmup) {
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
        TimeUnit.SECONDS.toNanos(60),
        StopConditions.newBuilder().build(),
        null);
  }
}
