package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ControlProtocol;
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
  private final GeneratorRegistry registry =
      new GeneratorRegistry("run", 2, () -> nowNanos, () -> nowNanos, warnings::add);

  @Test
  void sharesAreAssignedInOrderOfNames() {
    handle(present("run", "beta"));
    assertThat(registry.missing()).isEqualTo(1);
    handle(present("run", "alpha"));
    assertThat(registry.missing()).isZero();

    registry.assignShares();

    assertThat(registry.of("alpha").orElseThrow().nameInRun()).isEqualTo("g0");
    assertThat(registry.named("g1").orElseThrow().processId()).isEqualTo("beta");
  }

  @Test
  void otherRunsAreIgnoredAndLateGeneratorsReleased() {
    handle(present("another-run", "stranger"));
    handle(present("run", "a"));
    handle(present("run", "b"));

    assertThat(registry.handle(present("run", "c")))
        .hasValueSatisfying(
            release -> {
              assertThat(release.getProcessId()).isEqualTo("c");
              assertThat(release.getAnswer()).isEqualTo("not_needed");
              assertThat(release.getReason()).isEqualTo("the run already has all 2 generators");
            });
    assertThat(registry.all()).extracting(Generator::processId).containsExactly("a", "b");
  }

  @Test
  void aRunIsCompleteWhenAllClocksAreKnown() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    handle(clockOf("a", 0, 0));
    assertThat(registry.isComplete()).isFalse();
    handle(clockOf("b", 0, 0));

    assertThat(registry.isComplete()).isTrue();
  }

  @Test
  void theProbeWithTheShortestRoundTripCounts() {
    handle(present("run", "a"));
    nowNanos = TimeUnit.SECONDS.toNanos(8);
    handle(clockOf("a", TimeUnit.SECONDS.toNanos(5), 0));
    Generator generator = registry.of("a").orElseThrow();
    assertThat(generator.clock().toString())
        .isEqualTo("1.000 s ahead of the coordinator's (± 4.000 s)");
    assertThat(generator.isClockKnown()).isFalse();

    handle(clockOf("a", nowNanos - 200_000_000, nowNanos - 400_000_000));
    assertThat(generator.clock().toString())
        .isEqualTo("0.000 s ahead of the coordinator's (± 0.200 s)");
    assertThat(generator.isClockKnown()).isTrue();
    handle(clockOf("a", TimeUnit.SECONDS.toNanos(5), 0));
    assertThat(generator.clock().errorNanos()).isEqualTo(200_000_000);
  }

  @Test
  void afterTenImpreciseProbesTheBestIsUsed() {
    handle(present("run", "a"));
    nowNanos = TimeUnit.SECONDS.toNanos(8);
    for (int probe = 0; probe < 10; probe++) {
      assertThat(registry.of("a").orElseThrow().isClockKnown()).isFalse();
      handle(clockOf("a", TimeUnit.SECONDS.toNanos(4), 0));
    }

    assertThat(registry.of("a").orElseThrow().isClockKnown()).isTrue();
  }

  @Test
  void anUnsupportedProtocolIsRejectedWithBothVersions() {
    GeneratorPresent old =
        GeneratorPresent.newBuilder(present("run", "a"))
            .setProtocolVersion(1)
            .setToolVersion("0.0.9")
            .build();

    String reason =
        "it uses version 1 of the control protocol (0.0.9), and the coordinator uses 2 (start all"
            + " processes from the same release)";
    assertThat(registry.handle(old))
        .hasValueSatisfying(
            release -> {
              assertThat(release.getAnswer()).isEqualTo("refused");
              assertThat(release.getReason()).isEqualTo(reason);
            });
    assertThat(registry.handle(old)).as("it asks again").isPresent();
    assertThat(warnings).containsExactly("generator a was refused: " + reason);
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void aNewerProcessReplacesAnOlderOneOfTheSameName() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.assignShares();
    handle(ready("a", 1, List.of()));
    handle(present("run", "a", 2));

    Generator newer = registry.of("a").orElseThrow();
    assertThat(newer.incarnationEpochMillis()).isEqualTo(2);
    assertThat(newer.nameInRun()).isEqualTo("g0");
    assertThat(newer.isReady()).isFalse();
    assertThat(registry.handle(ready("a", 1, List.of())).orElseThrow().getAnswer())
        .isEqualTo("refused");
    assertThat(registry.handle(present("run", "a", 1)).orElseThrow().getAnswer())
        .isEqualTo("refused");
    assertThat(newer.isReady()).isFalse();
  }

  @Test
  void anAbsentGeneratorIsReplacedByTheNext() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.assignShares();
    nowNanos += GeneratorRegistry.ABSENT_AFTER.toNanos() + 1;
    handle(present("run", "b"));
    assertThat(registry.missing()).as("a is gone").isEqualTo(1);

    handle(present("run", "c"));
    assertThat(registry.all()).extracting(Generator::processId).containsExactly("b", "c");
    assertThat(registry.of("c").orElseThrow().nameInRun()).isEqualTo("g0");
    assertThat(registry.handle(ready("a", 1, List.of())).orElseThrow().getAnswer())
        .isEqualTo("not_needed");
  }

  @Test
  void aSilentGeneratorRemainsIfNotReplaced() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    nowNanos += Duration.ofMinutes(1).toNanos();
    assertThat(registry.missing()).isEqualTo(2);
    handle(present("run", "a"));
    handle(present("run", "b"));

    assertThat(registry.missing()).isZero();
  }

  @Test
  void aReadyButSilentGeneratorIsNotReady() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    handle(ready("a", 1, List.of()));
    handle(ready("b", 1, List.of()));
    assertThat(registry.isReady()).isTrue();
    nowNanos += GeneratorRegistry.RECENT.toNanos() + 1;
    handle(ready("a", 1, List.of()));
    assertThat(registry.isReady()).isFalse();
    handle(ready("b", 1, List.of()));

    assertThat(registry.isReady()).isTrue();
  }

  @Test
  void noGeneratorJoinsOrIsReplacedAfterTheStart() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.closeToNewcomers();

    ProcessReleased release = registry.handle(present("run", "a", 2)).orElseThrow();
    assertThat(release.getAnswer()).isEqualTo("not_needed");
    assertThat(release.getIncarnationEpochMs()).isEqualTo(2);
    assertThat(release.getReason()).startsWith("the run has started");
    assertThat(registry.of("a").orElseThrow().incarnationEpochMillis()).isEqualTo(1);
    assertThat(registry.missing()).isZero();
  }

  @Test
  void aNewerProcessContinuesTheShareOfAGoneOneAfterTheStart() {
    List<String> successions = new ArrayList<>();
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.assignShares();
    registry.closeToNewcomers();
    GeneratorPresent again =
        GeneratorPresent.newBuilder(present("run", "a", 2)).setContinues(true).build();
    handle(again);
    assertThat(registry.of("a").orElseThrow().incarnationEpochMillis())
        .as("the load has not started")
        .isEqualTo(1);
    registry.admitSuccessors(successionOfLost(successions));
    handle(again);
    assertThat(registry.continuable()).isEmpty();

    registry.of("a").orElseThrow().lose();
    assertThat(registry.continuable()).containsExactly("a");
    handle(again);

    Generator successor = registry.of("a").orElseThrow();
    assertThat(successor.incarnationEpochMillis()).isEqualTo(2);
    assertThat(successor.nameInRun()).isEqualTo("g0");
    assertThat(successor.continuesShare()).isTrue();
    assertThat(successions).containsExactly("a");
    assertThat(registry.continuable()).isEmpty();
    assertThat(registry.isOver()).isFalse();
  }

  @Test
  void aProcessWithTheNameOfALiveOneIsReleasedAfterAWhile() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.assignShares();
    registry.closeToNewcomers();
    registry.admitSuccessors(successionOfLost(new ArrayList<>()));
    GeneratorPresent second =
        GeneratorPresent.newBuilder(present("run", "a", 2)).setContinues(true).build();
    handle(second);
    nowNanos += GeneratorRegistry.ABSENT_AFTER.toNanos() + 1;

    assertThat(registry.handle(second).orElseThrow().getAnswer()).isEqualTo("not_needed");
    assertThat(registry.of("a").orElseThrow().incarnationEpochMillis()).isEqualTo(1);
  }

  @Test
  void aCompleteShareIsNotContinued() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    registry.assignShares();
    registry.closeToNewcomers();
    registry.admitSuccessors(successionOfLost(new ArrayList<>()));
    assertThat(registry.handle(new ProcessEnded("run", "a", 1L, List.of()))).isPresent();

    GeneratorPresent again =
        GeneratorPresent.newBuilder(present("run", "a", 2)).setContinues(true).build();
    assertThat(registry.handle(again).orElseThrow().getAnswer()).isEqualTo("not_needed");
  }

  private static GeneratorRegistry.Succession successionOfLost(List<String> successions) {
    return new GeneratorRegistry.Succession() {
      @Override
      public boolean isGone(Generator former) {
        return former.isLost();
      }

      @Override
      public void succeed(Generator former, Generator successor) {
        successions.add(successor.processId());
      }
    };
  }

  @Test
  void everyEndReportIsAnsweredAndCountedOnce() {
    handle(present("run", "a"));
    ProcessEnded ended = new ProcessEnded("run", "a", 1L, List.of("a part was not delivered"));

    assertThat(registry.handle(ended).orElseThrow().getAnswer()).isEqualTo("ended");
    assertThat(registry.handle(ended).orElseThrow().getAnswer()).isEqualTo("ended");
    assertThat(
            registry
                .handle(new ProcessEnded("run", "x", 9L, List.of("?")))
                .orElseThrow()
                .getAnswer())
        .isEqualTo("ended");

    assertThat(registry.problemsAtTheEnd()).containsExactly("a part was not delivered");
  }

  @Test
  void lanesAreKnownByTheirPhase() {
    handle(present("run", "a"));
    handle(new ProcessReady("run", "a", 1L, List.of(WARMUP, PROFILING), List.of()));

    Generator generator = registry.of("a").orElseThrow();
    assertThat(generator.lanes(Phase.WARMUP)).containsExactly(WARMUP);
    assertThat(generator.lanes(Phase.PROFILING)).containsExactly(PROFILING);
    assertThat(generator.isReady()).isTrue();
  }

  @Test
  void aCommonProblemIsReportedOnce() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    handle(ready("a", 1, List.of("no tokenizer")));
    handle(ready("b", 1, List.of("no tokenizer")));

    assertThat(registry.problems()).containsExactly("no tokenizer");
  }

  @Test
  void anEndedGeneratorNeedNotEndItsWarmup() {
    handle(present("run", "a"));
    handle(present("run", "b"));
    handle(new WarmupEnded("run", "a", 1L));
    assertThat(registry.hasEndedWarmup()).isFalse();

    assertThat(registry.handle(new ProcessEnded("run", "b", 1L, List.of()))).isPresent();

    assertThat(registry.hasEndedWarmup()).isTrue();
    assertThat(registry.isOver()).isFalse();
  }

  /** Handles a message of an expected generator, which needs no answer. */
  private void handle(SpecificRecordBase message) {
    Optional<ProcessReleased> answer = registry.handle(message);
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
