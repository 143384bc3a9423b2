package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.schema.Topics;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that is gone when the last words of a run are to be written. */
class LostBrokerIT {
  @TempDir Path folder;

  @Test
  @Timeout(60)
  void nobodyWaitsForALogThatIsGone() throws Exception {
    FakeSurroundings surroundings = new FakeSurroundings();
    try (KafkaProcess broker = KafkaProcess.start(folder, folder.resolve("broker.log"))) {
      KafkaCluster cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul"));
      try (RunCoordinator coordinator = coordinator(cluster, surroundings)) {
        coordinator.requestStop();
        assertThat(coordinator.conduct().isBeforeTheStart()).isTrue();
        CompletableFuture<String> trouble = new CompletableFuture<>();
        broker.whenEnded(status -> trouble.complete("Cannot go on: Kafka broker ended"));
        ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
        surroundings.trouble = trouble.get(20, TimeUnit.SECONDS);

        assertThatThrownBy(coordinator::closeRun)
            .isInstanceOfSatisfying(
                RunFailedException.class,
                failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
            .hasMessage("Cannot go on: Kafka broker ended");
      }
    }
  }

  private static RunCoordinator coordinator(KafkaCluster cluster, Surroundings surroundings)
      throws Exception {
    return new RunCoordinator(
        cluster,
        new RunTopics(cluster).ensure(1),
        new RunAnnouncement(
            "r1",
            "{}",
            PlanFacts.newBuilder()
                .setSliceDurationNs(1_000_000_000)
                .setEndpointType("chat")
                .setStreaming(true)
                .setTokenSource(TokenSource.SERVER_USAGE)
                .build(),
            "{}",
            "test",
            10,
            1,
            false,
            0,
            TimeUnit.SECONDS.toNanos(60)),
        ConsecutiveFailures.unbounded(),
        SamplerLanes.NONE,
        surroundings,
        RunListener.NONE,
        Duration.ofSeconds(20));
  }
}
