package io.longhaul.cli.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.Phase;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.WarmupEnded;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorRollTest {
  private static final LaneAddress WARMUP = lane("w", "WARMUP");
  private static final LaneAddress PROFILING = lane("p", "PROFILING");

  private final GeneratorRoll roll = new GeneratorRoll("run", 2);

  @Test
  void sharesGoByNameWhoeverCameFirst() {
    roll.hear(present("run", "beta"));
    assertThat(roll.isComplete()).isFalse();
    roll.hear(present("run", "alpha"));
    assertThat(roll.isComplete()).isTrue();

    roll.assignShares();

    assertThat(roll.of("alpha").orElseThrow().nameInRun()).isEqualTo("g0");
    assertThat(roll.named("g1").orElseThrow().processId()).isEqualTo("beta");
  }

  @Test
  void whoComesTooLateOrForAnotherRunIsNotOnTheRoll() {
    roll.hear(present("another-run", "stranger"));
    roll.hear(present("run", "a"));
    roll.hear(present("run", "b"));
    roll.hear(present("run", "c"));

    assertThat(roll.all()).extracting(Generator::processId).containsExactly("a", "b");
  }

  @Test
  void lanesAreKnownByTheirPhase() {
    roll.hear(present("run", "a"));
    roll.hear(new ProcessReady("run", "a", 1L, List.of(WARMUP, PROFILING), List.of()));

    Generator generator = roll.of("a").orElseThrow();
    assertThat(generator.lanes(Phase.WARMUP)).containsExactly(WARMUP);
    assertThat(generator.lanes(Phase.PROFILING)).containsExactly(PROFILING);
    assertThat(roll.isReady()).isTrue();
  }

  @Test
  void theSameProblemOfSeveralGeneratorsIsToldOnce() {
    roll.hear(present("run", "a"));
    roll.hear(present("run", "b"));
    roll.hear(new ProcessReady("run", "a", 1L, List.of(), List.of("no tokenizer")));
    roll.hear(new ProcessReady("run", "b", 1L, List.of(), List.of("no tokenizer")));

    assertThat(roll.problems()).containsExactly("no tokenizer");
  }

  @Test
  void aGeneratorThatIsOverNeedNotEndItsWarmup() {
    roll.hear(present("run", "a"));
    roll.hear(present("run", "b"));
    roll.hear(new WarmupEnded("run", "a"));
    assertThat(roll.hasEndedWarmup()).isFalse();

    roll.hear(new ProcessEnded("run", "b", 1L, List.of("a part was not delivered")));

    assertThat(roll.hasEndedWarmup()).isTrue();
    assertThat(roll.isOver()).isFalse();
    assertThat(roll.problemsAtTheEnd()).containsExactly("a part was not delivered");
  }

  private static GeneratorPresent present(String runId, String processId) {
    return new GeneratorPresent(runId, processId, 1L, "");
  }

  private static LaneAddress lane(String letter, String phase) {
    return new LaneAddress("g0.1.0." + letter, phase, "longhaul.timing", 1);
  }
}
