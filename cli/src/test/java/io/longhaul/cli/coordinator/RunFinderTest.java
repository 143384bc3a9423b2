package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.coordinator.MemoryControlTopic.Fate;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFinderTest {
  private final MemoryControlTopic topic =
      new MemoryControlTopic((key, number) -> Fate.ONCE_AT_ONCE);
  private final ControlTopic coordinators = topic.open();
  private final List<String> notes = new ArrayList<>();
  private long nowNanos;
  private final RunFinder finder = new RunFinder(topic.open(), notes::add, () -> nowNanos);

  @Test
  void aRunIsFoundWhenItsCoordinatorGoesOnSayingThatItLooksForGenerators() {
    say("r1", 1, 2);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofSeconds(1));
    say("r1", 2, 2);

    assertThat(finder.look()).contains("r1");
  }

  @Test
  void messagesThatComeAllAtOnceAreNoSignOfLife() {
    say("gone", 1, 2);
    say("gone", 2, 2);
    say("gone", 3, 2);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofMinutes(10));

    assertThat(finder.look()).isEmpty();
  }

  @Test
  void aCoordinatorThatFallsSilentIsNotFoundAnyMore() {
    say("gone", 1, 2);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofSeconds(1));
    say("gone", 2, 2);
    assertThat(finder.look()).contains("gone");
    pass(Duration.ofSeconds(10));

    assertThat(finder.look()).isEmpty();
    say("gone", 3, 2);
    assertThat(finder.look()).as("it may have come late").isEmpty();
  }

  @Test
  void aRunThatHasAllItsGeneratorsIsNotFound() {
    say("r1", 1, 1);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofSeconds(1));
    say("r1", 2, 0);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofSeconds(1));
    say("r1", 3, 1);
    assertThat(finder.look()).isEmpty();
    pass(Duration.ofSeconds(1));
    say("r1", 4, 1);

    assertThat(finder.look()).as("one of them died").contains("r1");
  }

  @Test
  void ofSeveralRunsTheOneThatHasWaitedLongestIsFoundWhateverTheClocksShow() {
    for (int count = 1; count <= 2; count++) {
      say("later", count, 1, 2_000);
      say("earlier", count, 1, 1_000);
      pass(Duration.ofSeconds(1));
      finder.look();
    }

    assertThat(finder.look()).contains("earlier");
  }

  @Test
  void aCoordinatorOfAnotherProtocolIsNotedOnceAndNotFound() {
    for (int count = 1; count <= 3; count++) {
      coordinators.say(
          CoordinatorAlive.newBuilder(alive("old", count, 1, 0)).setProtocolVersion(1).build());
      assertThat(finder.look()).isEmpty();
      pass(Duration.ofSeconds(1));
    }

    assertThat(notes)
        .containsExactly(
            "Not taking part in run old: its coordinator speaks version 1 of the control protocol,"
                + " and this generator 2 (start all processes from the same release)");
  }

  private void pass(Duration time) {
    nowNanos += time.toNanos();
  }

  private void say(String runId, int count, int missing) {
    say(runId, count, missing, 0);
  }

  private void say(String runId, int count, int missing, long announcedEpochNanos) {
    coordinators.say(alive(runId, count, missing, announcedEpochNanos));
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
