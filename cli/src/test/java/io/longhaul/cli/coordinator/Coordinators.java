package io.longhaul.cli.coordinator;

import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Coordinators of streamed chats, without samplers and without anybody who looks. */
final class Coordinators {
  static final PlanFacts PLAN =
      PlanFacts.newBuilder()
          .setSliceDurationNs(1_000_000_000)
          .setEndpointType("chat")
          .setStreaming(true)
          .setTokenSource(TokenSource.SERVER_USAGE)
          .build();

  private Coordinators() {}

  /**
   * @param partitions of each topic
   */
  static RunCoordinator of(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      int generators,
      boolean hasWarmup,
      Surroundings surroundings)
      throws KafkaUnreachableException {
    return new RunCoordinator(
        cluster,
        partitions,
        new RunAnnouncement(
            runId,
            "{}",
            PLAN,
            "{}",
            "test",
            10,
            generators,
            hasWarmup,
            TimeUnit.SECONDS.toNanos(20),
            TimeUnit.SECONDS.toNanos(60)),
        ConsecutiveFailures.unbounded(),
        SamplerLanes.NONE,
        surroundings,
        RunListener.NONE,
        Duration.ofSeconds(20));
  }
}
