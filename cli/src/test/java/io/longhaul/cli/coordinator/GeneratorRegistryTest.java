package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.Phase;
import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.WarmupEnded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class GeneratorRegistryTest {
  private static final LaneAddress WARMUP = lane("w", "WARMUP");
  private static final LaneAddress PROFILING = lane("p", "PROFILING");

  private final List<String> warnings = new ArrayList<>();
  private long nowNanos;
  private final GeneratorRegistry roll =
      new GeneratorRegistry("run", 2, () -> nowNanos, () -> nowNanos, warnings::add);

  @Test
  void sharesGoByNameWhoeverCameFirst() {
    hear(present("run", "beta"));
    assertThat(roll.missing()).isEqualTo(1);
    hear(present("run", "alpha"));
    assertThat(roll.missing()).isZero();

    roll.assignShares();

    assertThat(roll.of("alpha").orElseThrow().nameInRun()).isEqualTo("g0");
    assertThat(roll.named("g1").orElseThrow().processId()).isEqualTo("beta");
  }

  @Test
  void whoComesForAnotherRunIsNotOnTheRollAndWhoComesTooLateIsReleased() {
    hear(present("another-run", "stranger"));
    hear(present("run", "a"));
    hear(present("run", "b"));

    assertThat(roll.hear(present("run", "c")))
        .hasValueSatisfying(
            release -> {
              assertThat(release.getProcessId()).isEqualTo("c");
              assertThat(release.getAnswer()).isEqualTo("not_needed");
              assertThat(release.getReason())
                  .isEqualTo("the run has all 2 generators that it asked for");
            });
    assertThat(roll.all()).extracting(Generator::processId).containsExactly("a", "b");
  }

  @Test
  void aRunIsCompleteWhenTheClocksOfAllAreKnown() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    hear(clockOf("a", 0, 0));
    assertThat(roll.isComplete()).isFalse();
    hear(clockOf("b", 0, 0));

    assertThat(roll.isComplete()).isTrue();
  }

  @Test
  void theProbeWithTheShortestRoundTripCountsAndAPoorOneIsNotEnough() {
    hear(present("run", "a"));
    nowNanos = TimeUnit.SECONDS.toNanos(8);
    hear(clockOf("a", TimeUnit.SECONDS.toNanos(5), 0));
    Generator generator = roll.of("a").orElseThrow();
    assertThat(generator.clock().toString())
        .isEqualTo("1.000 s ahead of the coordinator's (± 4.000 s)");
    assertThat(generator.isClockKnown()).isFalse();

    hear(clockOf("a", nowNanos - 200_000_000, nowNanos - 400_000_000));
    assertThat(generator.clock().toString())
        .isEqualTo("0.000 s ahead of the coordinator's (± 0.200 s)");
    assertThat(generator.isClockKnown()).isTrue();
    hear(clockOf("a", TimeUnit.SECONDS.toNanos(5), 0));
    assertThat(generator.clock().errorNanos()).isEqualTo(200_000_000);
  }

  @Test
  void whereEveryProbeIsPoorTheTenthHasToDo() {
    hear(present("run", "a"));
    nowNanos = TimeUnit.SECONDS.toNanos(8);
    for (int probe = 0; probe < 10; probe++) {
      assertThat(roll.of("a").orElseThrow().isClockKnown()).isFalse();
      hear(clockOf("a", TimeUnit.SECONDS.toNanos(4), 0));
    }

    assertThat(roll.of("a").orElseThrow().isClockKnown()).isTrue();
  }

  @Test
  void aProtocolThatIsNotSupportedIsRefusedWithBothVersions() {
    GeneratorPresent old =
        GeneratorPresent.newBuilder(present("run", "a"))
            .setProtocolVersion(1)
            .setToolVersion("0.0.9")
            .build();

    String reason =
        "it speaks version 1 of the control protocol (0.0.9), and the coordinator 2 (start all"
            + " processes from the same release)";
    assertThat(roll.hear(old))
        .hasValueSatisfying(
            release -> {
              assertThat(release.getAnswer()).isEqualTo("refused");
              assertThat(release.getReason()).isEqualTo(reason);
            });
    assertThat(roll.hear(old)).as("it asks again").isPresent();
    assertThat(warnings).containsExactly("generator a was refused: " + reason);
    assertThat(roll.all()).isEmpty();
  }

  @Test
  void theNewerProcessOfANameTakesItsShareAndTheOlderOneIsRefused() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    roll.assignShares();
    hear(ready("a", 1, List.of()));
    hear(present("run", "a", 2));

    Generator newer = roll.of("a").orElseThrow();
    assertThat(newer.incarnationEpochMillis()).isEqualTo(2);
    assertThat(newer.nameInRun()).isEqualTo("g0");
    assertThat(newer.isReady()).isFalse();
    assertThat(roll.hear(ready("a", 1, List.of())).orElseThrow().getAnswer()).isEqualTo("refused");
    assertThat(roll.hear(present("run", "a", 1)).orElseThrow().getAnswer()).isEqualTo("refused");
    assertThat(newer.isReady()).isFalse();
  }

  @Test
  void whoIsSilentWhileTheRunGathersLosesItsPlaceToTheNextThatComes() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    roll.assignShares();
    nowNanos += GeneratorRegistry.ABSENT_AFTER.toNanos() + 1;
    hear(present("run", "b"));
    assertThat(roll.missing()).as("a is gone").isEqualTo(1);

    hear(present("run", "c"));
    assertThat(roll.all()).extracting(Generator::processId).containsExactly("b", "c");
    assertThat(roll.of("c").orElseThrow().nameInRun()).isEqualTo("g0");
    assertThat(roll.hear(ready("a", 1, List.of())).orElseThrow().getAnswer())
        .isEqualTo("not_needed");
  }

  @Test
  void whoWasSilentKeepsItsPlaceWhenNobodyTookIt() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    nowNanos += Duration.ofMinutes(1).toNanos();
    assertThat(roll.missing()).isEqualTo(2);
    hear(present("run", "a"));
    hear(present("run", "b"));

    assertThat(roll.missing()).isZero();
  }

  @Test
  void whoWasReadyButIsSilentNowIsNotReady() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    hear(ready("a", 1, List.of()));
    hear(ready("b", 1, List.of()));
    assertThat(roll.isReady()).isTrue();
    nowNanos += GeneratorRegistry.HEARD_LATELY.toNanos() + 1;
    hear(ready("a", 1, List.of()));
    assertThat(roll.isReady()).isFalse();
    hear(ready("b", 1, List.of()));

    assertThat(roll.isReady()).isTrue();
  }

  @Test
  void nobodyJoinsOrIsReplacedOnceTheRunHasBegun() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    roll.begin();

    ProcessReleased release = roll.hear(present("run", "a", 2)).orElseThrow();
    assertThat(release.getAnswer()).isEqualTo("not_needed");
    assertThat(release.getIncarnationEpochMs()).isEqualTo(2);
    assertThat(release.getReason()).startsWith("the run has begun");
    assertThat(roll.of("a").orElseThrow().incarnationEpochMillis()).isEqualTo(1);
    assertThat(roll.missing()).isZero();
  }

  @Test
  void anEndIsAnsweredWhoeverItComesFromAndCountsOnce() {
    hear(present("run", "a"));
    ProcessEnded ended = new ProcessEnded("run", "a", 1L, List.of("a part was not delivered"));

    assertThat(roll.hear(ended).orElseThrow().getAnswer()).isEqualTo("ended");
    assertThat(roll.hear(ended).orElseThrow().getAnswer()).isEqualTo("ended");
    assertThat(roll.hear(new ProcessEnded("run", "x", 9L, List.of("?"))).orElseThrow().getAnswer())
        .isEqualTo("ended");

    assertThat(roll.problemsAtTheEnd()).containsExactly("a part was not delivered");
  }

  @Test
  void lanesAreKnownByTheirPhase() {
    hear(present("run", "a"));
    hear(new ProcessReady("run", "a", 1L, List.of(WARMUP, PROFILING), List.of()));

    Generator generator = roll.of("a").orElseThrow();
    assertThat(generator.lanes(Phase.WARMUP)).containsExactly(WARMUP);
    assertThat(generator.lanes(Phase.PROFILING)).containsExactly(PROFILING);
    assertThat(generator.isReady()).isTrue();
  }

  @Test
  void theSameProblemOfSeveralGeneratorsIsToldOnce() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    hear(ready("a", 1, List.of("no tokenizer")));
    hear(ready("b", 1, List.of("no tokenizer")));

    assertThat(roll.problems()).containsExactly("no tokenizer");
  }

  @Test
  void aGeneratorThatIsOverNeedNotEndItsWarmup() {
    hear(present("run", "a"));
    hear(present("run", "b"));
    hear(new WarmupEnded("run", "a", 1L));
    assertThat(roll.hasEndedWarmup()).isFalse();

    assertThat(roll.hear(new ProcessEnded("run", "b", 1L, List.of()))).isPresent();

    assertThat(roll.hasEndedWarmup()).isTrue();
    assertThat(roll.isOver()).isFalse();
  }

  /** From somebody of whom more is expected. */
  private void hear(SpecificRecordBase message) {
    Optional<ProcessReleased> answer = roll.hear(message);
    assertThat(answer).isEmpty();
  }

  private static GeneratorPresent present(String runId, String processId) {
    return present(runId, processId, 1);
  }

  private static GeneratorPresent present(String runId, String processId, long incarnation) {
    return GeneratorPresent.newBuilder()
        .setRunId(runId)
        .setProcessId(processId)
        .setIncarnationEpochMs(incarnation)
        .setProtocolVersion(ControlProtocol.VERSION)
        .build();
  }

  private static ProcessReady ready(String processId, long incarnation, List<String> problems) {
    return new ProcessReady("run", processId, incarnation, List.of(), problems);
  }

  private static ClockTold clockOf(String processId, long showsNanos, long askedNanos) {
    return new ClockTold("run", processId, 1L, 0L, askedNanos, showsNanos, showsNanos);
  }

  private static LaneAddress lane(String letter, String phase) {
    return new LaneAddress("g0.1.0." + letter, phase, "longhaul.timing", 1);
  }
}
