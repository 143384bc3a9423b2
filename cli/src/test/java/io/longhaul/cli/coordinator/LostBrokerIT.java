package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.schema.Topics;
import java.nio.file.Path;
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
  void aLostLogEndsTheWait() throws Exception {
    FakeRunEnvironment surroundings = new FakeRunEnvironment();
    try (KafkaProcess broker = KafkaProcess.start(folder, folder.resolve("broker.log"))) {
      KafkaCluster cluster = new KafkaCluster(broker.bootstrapServers(), new Topics("longhaul"));
      try (RunCoordinator coordinator =
          TestCoordinators.of(
              cluster, new RunTopics(cluster).ensure(1), "r1", 1, false, surroundings)) {
        coordinator.requestStop();
        assertThat(coordinator.run().endedBeforeStart()).isTrue();
        CompletableFuture<String> failure = new CompletableFuture<>();
        broker.whenEnded(status -> failure.complete("Cannot go on: Kafka broker ended"));
        ProcessHandle.of(broker.pid()).orElseThrow().destroyForcibly();
        surroundings.failure = failure.get(20, TimeUnit.SECONDS);

        assertThatThrownBy(coordinator::closeRun)
            .isInstanceOfSatisfying(
                RunFailedException.class,
                e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
            .hasMessage("Cannot go on: Kafka broker ended");
||||||| parent of 9c63c81 (fixup! Rename members, locals and tests of the cli module: hear is receive, carryOut is execute, LONGEST_ANSWER is REQUEST_TIMEOUT)
                e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
            .hasMessage("Cannot continue: Kafka broker ended");
      }
    }
  }
}
