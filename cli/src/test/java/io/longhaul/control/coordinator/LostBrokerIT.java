package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.schema.Topics;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that fails before the last records of a run are written. */
class LostBrokerIT {
  @TempDir Path folder;

  @Test
  @Timeout(60)
  void aLostLogEndsTheWait() throws Exception {
    FakeRunEnvironment environment = new FakeRunEnvironment();
    try (KafkaProcess broker = KafkaProcess.start(folder, folder.resolve("broker.log"))) {
      KafkaCluster cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul"));
      try (RunCoordinator coordinator =
          TestCoordinators.of(
              cluster, new RunTopics(cluster).ensure(1), "r1", 1, false, environment)) {
        coordinator.requestStop();
        assertThat(coordinator.run().endedBeforeStart()).isTrue();
        CompletableFuture<String> failure = new CompletableFuture<>();
        CompletableFuture<Void> unused =
            broker
                .exit()
                .thenAccept(status -> failure.complete("Cannot continue: Kafka broker ended"));
        ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
        environment.failure = failure.get(20, TimeUnit.SECONDS);

        assertThatThrownBy(coordinator::closeRun)
            .isInstanceOfSatisfying(
                RunFailedException.class,
                e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
            .hasMessage("Cannot continue: Kafka broker ended");
      }
    }
  }
}
