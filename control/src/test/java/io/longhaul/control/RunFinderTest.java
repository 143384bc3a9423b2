package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.coordinator.MemoryControlTopic;
import io.longhaul.control.coordinator.MemoryControlTopic.Fate;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunFinderTest {
  private final MemoryControlTopic topic =
      new MemoryControlTopic((key, number) -> Fate.ONCE_IMMEDIATELY);
  private final ControlTopic coordinators = topic.open();
  private final List<String> notes = new ArrayList<>();
  private long nowNanos;
  private final RunFinder finder = new RunFinder(topic.open(), "a", notes::add, () -> nowNanos);

  @Test
  void aRunIsFoundWhenItsCoordinatorKeepsAnnouncingIt() {
    send("r1", 1, 2);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofSeconds(1));
    send("r1", 2, 2);

    assertThat(finder.poll()).contains("r1");
  }

  @Test
  void simultaneousMessagesAreNoSignOfLife() {
    send("gone", 1, 2);
    send("gone", 2, 2);
    send("gone", 3, 2);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofMinutes(10));

    assertThat(finder.poll()).isEmpty();
  }

  @Test
  void aSilentCoordinatorIsNotFound() {
    send("gone", 1, 2);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofSeconds(1));
    send("gone", 2, 2);
    assertThat(finder.poll()).contains("gone");
    pass(Duration.ofSeconds(10));

    assertThat(finder.poll()).isEmpty();
    send("gone", 3, 2);
    assertThat(finder.poll()).as("it may have come late").isEmpty();
  }

  @Test
  void aCompleteRunIsNotFound() {
    send("r1", 1, 1);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofSeconds(1));
    send("r1", 2, 0);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofSeconds(1));
    send("r1", 3, 1);
    assertThat(finder.poll()).isEmpty();
    pass(Duration.ofSeconds(1));
    send("r1", 4, 1);

    assertThat(finder.poll()).as("one of them died").contains("r1");
  }

  @Test
  void aCompleteRunIsFoundByAProcessWithTheNameOfALostGenerator() {
    for (int count = 1; count <= 2; count++) {
      for (String name : List.of("a", "b")) {
        coordinators.send(
            CoordinatorAlive.newBuilder()
                .setRunId("run-of-" + name)
                .setCount(count)
                .setToldEpochNs(0)
                .setProtocolVersion(ControlProtocol.VERSION)
                .setMissingGenerators(0)
                .setContinuable(List.of(name))
                .build());
      }
      Optional<String> found = finder.poll();
      assertThat(found).isEqualTo(count == 2 ? Optional.of("run-of-a") : Optional.empty());
      pass(Duration.ofSeconds(1));
    }
  }

  @Test
  void theRunThatHasWaitedLongestIsFound() {
    for (int count = 1; count <= 2; count++) {
      send("later", count, 1, 2_000);
      send("earlier", count, 1, 1_000);
      pass(Duration.ofSeconds(1));
      finder.poll();
    }

    assertThat(finder.poll()).contains("earlier");
  }

  @Test
  void aRunWithAShareOfThisGeneratorIsFoundBeforeOneThatHasWaitedLonger() {
    for (int count = 1; count <= 2; count++) {
      send("new", count, 1, 1_000);
      coordinators.send(
          CoordinatorAlive.newBuilder(alive("own", count, 0, 2_000))
              .setContinuable(List.of("a"))
              .build());
      pass(Duration.ofSeconds(1));
      finder.poll();
    }

    assertThat(finder.poll()).contains("own");
  }

  @Test
  void anUnsupportedCoordinatorIsNotedOnceAndNotFound() {
    for (int count = 1; count <= 3; count++) {
      coordinators.send(
          CoordinatorAlive.newBuilder(alive("old", count, 1, 0)).setProtocolVersion(1).build());
      assertThat(finder.poll()).isEmpty();
      pass(Duration.ofSeconds(1));
    }

    assertThat(notes)
        .containsExactly(
            "Not taking part in run old: its coordinator uses version 1 of the control protocol,"
                + " and this generator uses 2 (start all processes from the same release)");
  }

  @Test
  void aNewerCoordinatorThatSupportsThisVersionIsFound() {
    for (int count = 1; count <= 3; count++) {
      coordinators.send(
          CoordinatorAlive.newBuilder(alive("newer", count, 1, 0))
              .setProtocolVersion(ControlProtocol.VERSION + 2)
              .setOldestProtocolVersion(ControlProtocol.VERSION)
              .build());
      coordinators.send(
          CoordinatorAlive.newBuilder(alive("too new", count, 1, 0))
              .setProtocolVersion(ControlProtocol.VERSION + 2)
              .setOldestProtocolVersion(ControlProtocol.VERSION + 1)
              .build());
      pass(Duration.ofSeconds(1));
      finder.poll();
    }

    assertThat(finder.poll()).contains("newer");
    assertThat(notes).hasSize(1).first().asString().contains("Not taking part in run too new");
  }

  private void pass(Duration time) {
    nowNanos += time.toNanos();
  }

  private void send(String runId, int count, int missing) {
    send(runId, count, missing, 0);
  }

  private void send(String runId, int count, int missing, long announcedEpochNanos) {
    coordinators.send(alive(runId, count, missing, announcedEpochNanos));
  }

  private static CoordinatorAlive alive(
      String runId, int count, int missing, long announcedEpochNanos) {
    return CoordinatorAlive.newBuilder()
        .setRunId(runId)
        .setCount(count)
        .setToldEpochNs(0)
        .setProtocolVersion(ControlProtocol.VERSION)
        .setMissingGenerators(missing)
        .setAnnouncedEpochNs(announcedEpochNanos)
        .build();
  }
}
