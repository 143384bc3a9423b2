package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ControlTopic;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GeneratorControlTest {
  private final MemoryControlTopic topic =
      new MemoryControlTopic((key, number) -> MemoryControlTopic.Fate.ONCE_IMMEDIATELY);
  private final ControlTopic reader = topic.open();
  private final ControlTopic other = topic.open();
  private long nowNanos;
  private final GeneratorControl control =
      new GeneratorControl(
          TestCoordinators.announcement("run", 1, false),
          topic.open(),
          new GeneratorRegistry("run", 1, () -> nowNanos, () -> nowNanos, warning -> {}),
          () -> nowNanos,
          () -> nowNanos,
          GeneratorControl.REPEAT);
  private final Leadership leadership =
      new Leadership("c.1.0", () -> LaneStatus.UNKNOWN, atNanos -> 0);

  @BeforeEach
  void lead() {
    control.identify("c.1.0", leadership);
    control.exchange(Duration.ZERO);
  }

  @Test
  void aCoordinatorRenewsItsLeaseEverySecond() {
    nowNanos += GeneratorControl.REPEAT.toNanos();
    control.exchange(Duration.ZERO);

    assertThat(lanesOfSenders()).containsExactly("c.1.0", "c.1.0");
  }

  /** Its message would replace the last one of its successor, which has closed the run. */
  @Test
  void aSuspendedCoordinatorReadsThatItWasReplacedBeforeItSendsAnything() {
    other.send(
        CoordinatorAlive.newBuilder()
            .setRunId("run")
            .setCount(1)
            .setToldEpochNs(1)
            .setLaneId("c.2.0")
            .setClosed(true)
            .build());
    nowNanos += Duration.ofMinutes(5).toNanos();
    control.exchange(Duration.ZERO);
    control.announceClosed();

    assertThat(lanesOfSenders()).containsExactly("c.1.0", "c.2.0");
    assertThat(leadership.isLost()).isTrue();
  }

  @Test
  void aSuspendedCoordinatorSendsNothingWhileItCannotReadTheTopic() {
    int sent = topic.sent("run/ALIVE/");
    topic.startOutage();
    nowNanos += Duration.ofMinutes(5).toNanos();
    control.exchange(Duration.ZERO);
    nowNanos += GeneratorControl.REPEAT.toNanos();
    control.exchange(Duration.ZERO);

    assertThat(topic.sent("run/ALIVE/")).isEqualTo(sent).isPositive();
  }

  @Test
  void samplersReadAtOnceThatTheLoadHasEnded() {
    control.announceLoadEnded();

    assertThat(alive()).extracting(CoordinatorAlive::getLoadEnded).containsExactly(false, true);
  }

  @Test
  void theVerdictOnTheLaneOfASamplerOfItsOwnIsRepeated() {
    control.announceLost("s0.1.0", "its process ended", Optional.empty());
    control.announceLostSampler("s1.1.0", "silent for 30 s");
    nowNanos += Duration.ofSeconds(10).toNanos();
    control.exchange(Duration.ZERO);

    assertThat(topic.sent("run/VERDICT/s0.1.0")).isZero();
    assertThat(topic.sent("run/VERDICT/s1.1.0")).isEqualTo(2);
  }

  private List<CoordinatorAlive> alive() {
    return reader.receive(Duration.ZERO).stream()
        .filter(CoordinatorAlive.class::isInstance)
        .map(CoordinatorAlive.class::cast)
        .toList();
  }

  private List<String> lanesOfSenders() {
    List<SpecificRecordBase> messages = reader.receive(Duration.ZERO);
    return messages.stream()
        .filter(CoordinatorAlive.class::isInstance)
        .map(message -> ((CoordinatorAlive) message).getLaneId())
        .toList();
  }
}
