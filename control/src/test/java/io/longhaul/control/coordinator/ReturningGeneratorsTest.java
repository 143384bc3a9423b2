package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ControlProtocol;
import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.IssuedOfLane;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessReady;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReturningGeneratorsTest {
  private static final long LANE_ISSUED = 41;

  private final List<String> steps = new ArrayList<>();
  private final Set<String> silent = new HashSet<>();
  private long nowNanos;
  private int restartsLeft;
  private Duration returnTimeout = Duration.ofMinutes(2);
  private final GeneratorRegistry registry =
      new GeneratorRegistry("run", 1, () -> nowNanos, () -> nowNanos, steps::add);
  private final ReturningGenerators returning =
      new ReturningGenerators(registry, new Environment(), new Steps(), () -> nowNanos);

  private final class Environment implements RunEnvironment {
    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public OptionalLong issued(String laneId) {
      return laneId.equals("g0.0.0.p") ? OptionalLong.of(7) : OptionalLong.empty();
    }

    @Override
    public boolean restart(String processId) {
      steps.add("restart " + processId);
      return restartsLeft-- > 0;
    }

    @Override
    public Duration returnTimeout(Duration sinceStart) {
      return returnTimeout;
    }
  }

  private final class Steps implements ReturningGenerators.Steps {
    @Override
    public void lose(Generator generator, String reason, boolean processEnded) {
      steps.add("lose " + generator.incarnationEpochMillis() + ": " + reason);
      generator.lose();
      returning.lost(generator);
    }

    @Override
    public void join(Generator generator, Duration lead) {
      steps.add("join " + generator.incarnationEpochMillis());
      generator.join(1);
    }

    @Override
    public boolean isGone(Generator generator) {
      return generator.hasExited() || silent.contains(generator.processId());
    }

    @Override
    public void warn(String warning) {
      steps.add(warning);
    }
  }

  @BeforeEach
  void startTheLoadOfOneGenerator() {
    handle(present(1));
    registry.assignShares();
    registry.closeToNewcomers();
    returning.open("it was lost during the warm-up");
  }

  @Test
  void aSilentGeneratorIsDeclaredLostWhenItsSuccessorAppears() {
    handle(present(2));
    assertThat(steps).as("the first one is alive").isEmpty();
    silent.add("a");
    handle(present(2));
    assertThat(steps)
        .containsExactly(
            "lose 1: its process was restarted",
            "generator a has returned; it continues its share");
    assertThat(returning.isAwaiting()).isFalse();
    assertThat(returning.issued("g0.1.0.p")).as("from its successor").hasValue(LANE_ISSUED);
    assertThat(returning.issued("g0.0.0.p")).as("from a file").hasValue(7);
    assertThat(returning.issued("g0.3.0.p")).isEmpty();

    returning.update();
    handle(ready(2, List.of()));
    returning.update();
    returning.update();
    assertThat(steps).endsWith("join 2").hasSize(3);
  }

  @Test
  void theRunWaitsForALostGeneratorUntilTheTimeoutHasPassed() {
    lose();
    assertThat(returning.isAwaiting()).isTrue();
    nowNanos += Duration.ofSeconds(119).toNanos();
    returning.update();
    assertThat(returning.isAwaiting()).isTrue();
    nowNanos += Duration.ofSeconds(2).toNanos();
    returning.update();

    assertThat(returning.isAwaiting()).isFalse();
    handle(present(2));
    assertThat(registry.of("a").orElseThrow().continuesShare())
        .as("it may still return while others send load")
        .isTrue();
  }

  /** It may have died together with the former coordinator. */
  @Test
  void aProcessThatPreparedUnderAnotherCoordinatorJoinsOnlyAfterAMessage() {
    lose();
    adopt(2);
    returning.update();
    assertThat(steps).isEmpty();

    handle(ready(2, List.of()));
    returning.update();
    assertThat(steps).containsExactly("join 2");
  }

  @Test
  void aLaterProcessTakesThePlaceOfOneThatPreparedUnderAnotherCoordinator() {
    lose();
    adopt(2);
    handle(present(3));

    assertThat(steps).endsWith("generator a has returned; it continues its share");
  }

  private void adopt(long incarnation) {
    Generator prepared = new Generator(present(incarnation), nowNanos);
    prepared.continueShare(0);
    ProcessReady ready = ready(incarnation, List.of());
    prepared.ready(ready.getLanes(), ready.getProblems());
    prepared.adopted();
    registry.adopt(prepared);
  }

  @Test
  void anExitedProcessIsStartedAgainUntilTheLimitIsReached() {
    returnTimeout = Duration.ZERO;
    restartsLeft = 1;
    returning.exited(generator());
    assertThat(steps)
        .as("its lanes are open until its successor has sent its last events")
        .containsExactly("restart a");
    nowNanos += Duration.ofMinutes(29).toNanos();
    returning.update();
    assertThat(returning.isAwaiting()).as("its start may take long").isTrue();

    returning.exited(generator());
    assertThat(steps).endsWith("restart a", "lose 1: its process ended");
    assertThat(returning.isAwaiting()).isFalse();
  }

  @Test
  void aProcessThatIsStartedAgainButDoesNotReportIsGivenUp() {
    returnTimeout = Duration.ZERO;
    restartsLeft = 1;
    returning.exited(generator());
    nowNanos += Duration.ofMinutes(31).toNanos();
    returning.update();

    assertThat(steps).containsExactly("restart a", "lose 1: its process ended");
    assertThat(returning.isAwaiting()).isFalse();
    assertThat(registry.isOver()).isTrue();
  }

  @Test
  void aSuccessorThatIsNeverReadyIsGivenUpAlthoughItSendsMessages() {
    returnTimeout = Duration.ZERO;
    lose();
    for (int second = 0; second <= 31 * 60; second++) {
      nowNanos += Duration.ofSeconds(1).toNanos();
      registry.handle(present(2));
      returning.update();
    }

    assertThat(steps).endsWith("lose 2: not ready after 30 min");
    assertThat(registry.isOver()).isTrue();
  }

  @Test
  void aSuccessorWithAWrongClockIsLostForTheCoordinatorToo() {
    returnTimeout = Duration.ZERO;
    lose();
    handle(present(2));
    handle(clock(2, Duration.ofMinutes(2)));
    returning.update();

    assertThat(steps).endsWith("lose 2: its share cannot be continued");
    assertThat(registry.isOver()).isTrue();
  }

  @Test
  void theLanesOfAnExitedProcessAreLostWhenItsSuccessorAppears() {
    restartsLeft = 1;
    returning.exited(generator());
    handle(present(2));

    assertThat(steps)
        .containsExactly(
            "restart a",
            "lose 1: its process ended",
            "generator a has returned; it continues its share");
  }

  @Test
  void aSuccessorThatIsSilentWhileItPreparesIsLost() {
    lose();
    handle(present(2));
    nowNanos += Duration.ofSeconds(31).toNanos();
    returning.update();

    assertThat(steps).endsWith("lose 2: silent for 30 s");
    assertThat(returning.isAwaiting()).isTrue();
    assertThat(registry.handle(ready(2, List.of())).orElseThrow().getAnswer())
        .as("it was suspended, and must be started again")
        .isEqualTo("refused");
    handle(present(3));
    assertThat(steps).endsWith("generator a has returned; it continues its share");
  }

  @Test
  void aSuccessorThatCannotContinueIsRefusedAndNotStartedAgain() {
    restartsLeft = 5;
    lose();
    handle(present(2));
    handle(ready(2, List.of("users at a fixed pace cannot be continued")));
    returning.update();

    assertThat(steps)
        .endsWith(
            "generator a was refused: users at a fixed pace cannot be continued",
            "lose 2: its share cannot be continued");
    assertThat(registry.handle(ready(2, List.of())).orElseThrow().getAnswer()).isEqualTo("refused");
    assertThat(returning.isAwaiting()).isFalse();
    assertThat(registry.continuable()).isEmpty();
    assertThat(registry.handle(present(3)).orElseThrow().getAnswer()).isEqualTo("not_needed");
    steps.clear();
    returning.exited(generator());
    assertThat(steps).as("it would fail again").isEmpty();
  }

  @Test
  void aStopEndsTheWaitForAnExitedProcess() {
    restartsLeft = 1;
    returning.exited(generator());
    returning.close();

    assertThat(steps).containsExactly("restart a", "lose 1: its process ended");
    assertThat(registry.isOver()).isTrue();
  }

  @Test
  void nobodyReturnsAfterAStop() {
    restartsLeft = 5;
    lose();
    returning.close();

    returning.exited(generator());
    assertThat(returning.isAwaiting()).isFalse();
    assertThat(steps).as("no restart").isEmpty();
    assertThat(registry.handle(present(2)).orElseThrow().getAnswer()).isEqualTo("not_needed");
  }

  private void lose() {
    generator().lose();
    returning.lost(generator());
  }

  private Generator generator() {
    return registry.of("a").orElseThrow();
  }

  private void handle(SpecificRecordBase message) {
    assertThat(registry.handle(message)).isEmpty();
  }

  private static GeneratorPresent present(long incarnation) {
    return GeneratorPresent.newBuilder()
        .setRunId("run")
        .setProcessId("a")
        .setIncarnationEpochMs(incarnation)
        .setProtocolVersion(ControlProtocol.VERSION)
        .setContinues(true)
        .setFormerLanes(List.of(new IssuedOfLane("g0.1.0.p", LANE_ISSUED)))
        .build();
  }

  private ClockTold clock(long incarnation, Duration ahead) {
    return ClockTold.newBuilder()
        .setRunId("run")
        .setProcessId("a")
        .setIncarnationEpochMs(incarnation)
        .setProbe(1)
        .setAskedEpochNs(nowNanos)
        .setHeardEpochNs(nowNanos + ahead.toNanos())
        .setToldEpochNs(nowNanos + ahead.toNanos())
        .build();
  }

  private static ProcessReady ready(long incarnation, List<String> problems) {
    return new ProcessReady(
        "run",
        "a",
        incarnation,
        List.of(new LaneAddress("g0.2.0.p", "PROFILING", "longhaul.timing", 0)),
        problems);
  }
}
