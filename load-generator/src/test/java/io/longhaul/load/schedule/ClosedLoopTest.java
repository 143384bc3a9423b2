package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final RunPlan THREE_SLOTS =
      RunPlan.builder("run-1").model("m").concurrency(3).requestCount(8).build();

  @Test
  void entriesComeInTheirOrder() {
    assertThat(entriesOf(0, 1)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void generatorsShareEntriesInProportionToTheirSlots() {
    assertThat(entriesOf(0, 2)).containsExactly(0, 2, 3, 5, 6);
    assertThat(entriesOf(1, 2)).containsExactly(1, 4, 7);
  }

  @Test
  void aGeneratorWithoutASlotHasNoEntries() {
    PlanShare share = PlanShare.ofGenerator(3, 4, THREE_SLOTS.load().profiling());
    PlannedEntries entries = PlannedEntries.of(THREE_SLOTS, LoadPhase.PROFILING, share);

    assertThat(entries.hasNext()).isFalse();
    assertThatThrownBy(entries::nextLong)
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("Cannot give an entry: all were given");
  }

  @Test
  void withADurationAloneEntriesNeverEnd() {
    RunPlan plan = RunPlan.builder("run-1").model("m").durationNanos(1).build();
    PlanShare all = PlanShare.ofGenerator(0, 1, plan.load().profiling());
    PlannedEntries entries = PlannedEntries.of(plan, LoadPhase.PROFILING, all);

    assertThat(LongStream.generate(entries::nextLong).limit(10_000).max()).hasValue(9_999);
    assertThat(entries.hasNext()).isTrue();
  }

  @Test
  void theGateLetsInAsManyAsItHasSlots() {
    ConcurrencyGate gate =
        ConcurrencyGate.of(PlanShare.ofGenerator(0, 2, THREE_SLOTS.load().profiling()));

    assertThat(gate.tryEnter()).isTrue();
    assertThat(gate.tryEnter()).isTrue();
    assertThat(gate.tryEnter()).isFalse();
    assertThat(gate.taken()).isEqualTo(2);

    gate.leave();

    assertThat(gate.taken()).isEqualTo(1);
    assertThat(gate.tryEnter()).isTrue();
  }

  @Test
  void aShareWithoutAConcurrencyHasAnOpenGate() {
    RunPlan open = RunPlan.builder("run-1").model("m").requestRate(5).build();
    ConcurrencyGate gate = ConcurrencyGate.of(PlanShare.ofGenerator(0, 1, open.load().profiling()));

    for (int i = 0; i < 100_000; i++) {
      assertThat(gate.tryEnter()).isTrue();
    }
  }

  @Test
  void anEmptyShareHasAClosedGate() {
    ConcurrencyGate gate =
        ConcurrencyGate.of(PlanShare.ofGenerator(3, 4, THREE_SLOTS.load().profiling()));

    assertThat(gate.tryEnter()).isFalse();
  }

  @Test
  void aSlotThatWasNotTakenCannotBeGivenBack() {
    ConcurrencyGate gate =
        ConcurrencyGate.of(PlanShare.ofGenerator(0, 1, THREE_SLOTS.load().profiling()));

    assertThatThrownBy(gate::leave).hasMessage("Cannot give a slot back: none was taken");
  }

  private static long[] entriesOf(int generator, int generators) {
    PlanShare share = PlanShare.ofGenerator(generator, generators, THREE_SLOTS.load().profiling());
    PlannedEntries entries = PlannedEntries.of(THREE_SLOTS, LoadPhase.PROFILING, share);
    LongStream.Builder given = LongStream.builder();
    entries.forEachRemaining((long entry) -> given.add(entry));
    return given.build().toArray();
  }
}
