package io.longhaul.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final RunPlan THREE_SLOTS =
      RunPlanBuilder.plan("run-1").model("m").concurrency(3).requestCount(8).build();

  @Test
  void entriesAreInOrder() {
    assertThat(entriesOf(0, 1)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void generatorsShareEntriesInProportionToTheirSlots() {
    assertThat(entriesOf(0, 2)).containsExactly(0, 2, 3, 5, 6);
    assertThat(entriesOf(1, 2)).containsExactly(1, 4, 7);
  }

  @Test
  void generatorWithoutASlotHasNoEntries() {
    PlanShare share = PlanShare.ofGenerator(3, 4, THREE_SLOTS.load().profiling());
    PlannedEntries entries = PlannedEntries.indices(THREE_SLOTS, LoadPhase.PROFILING, share);

    assertThat(entries.hasNext()).isFalse();
    assertThatThrownBy(entries::nextLong)
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("Cannot return an entry: none is left");
  }

  @Test
  void entriesNeverEndWithOnlyADuration() {
    RunPlan plan = RunPlanBuilder.plan("run-1").model("m").durationNanos(1).build();
    PlanShare all = PlanShare.ofGenerator(0, 1, plan.load().profiling());
    PlannedEntries entries = PlannedEntries.indices(plan, LoadPhase.PROFILING, all);

    assertThat(LongStream.generate(entries::nextLong).limit(10_000).max()).hasValue(9_999);
    assertThat(entries.hasNext()).isTrue();
  }

  @Test
  void gateAdmitsAsManyRequestsAsItHasSlots() {
    ConcurrencyGate gate = gateOf(THREE_SLOTS, 0, 2);

    gate.enter();
    assertThat(gate.nextSlotNanos()).isZero();
    gate.enter();
    assertThat(gate.nextSlotNanos()).isEqualTo(ConcurrencyGate.NO_FREE_SLOT);
    assertThatThrownBy(gate::enter).hasMessage("Cannot take a slot: none is free");

    gate.leave();

    assertThat(gate.nextSlotNanos()).isZero();
  }

  @Test
  void rampOpensSlotsInSuccessionAcrossShares() {
    // AIPerf's example: 1 to 5 in 8 s.
    RunPlan ramped =
        RunPlanBuilder.plan("run-1").model("m").concurrency(5).concurrencyRampNanos(8_000).build();

    ConcurrencyGate alone = gateOf(ramped, 0, 1);
    ConcurrencyGate first = gateOf(ramped, 0, 2);
    ConcurrencyGate second = gateOf(ramped, 1, 2);

    assertThat(LongStream.range(0, 5).map(slot -> alone.opensAtNanos((int) slot)))
        .containsExactly(0L, 2_000L, 4_000L, 6_000L, 8_000L);
    assertThat(LongStream.range(0, 3).map(slot -> first.opensAtNanos((int) slot)))
        .containsExactly(0L, 4_000L, 8_000L);
    assertThat(LongStream.range(0, 2).map(slot -> second.opensAtNanos((int) slot)))
        .containsExactly(2_000L, 6_000L);
    alone.enter();
    assertThat(alone.nextSlotNanos()).isEqualTo(2_000);
  }

  @Test
  void shareWithoutAConcurrencyIsUnlimited() {
    ConcurrencyGate gate =
        gateOf(RunPlanBuilder.plan("run-1").model("m").requestRate(5).build(), 0, 1);

    for (int i = 0; i < 100_000; i++) {
      gate.enter();
      assertThat(gate.nextSlotNanos()).isZero();
    }
  }

  @Test
  void emptyShareHasNoSlots() {
    assertThat(gateOf(THREE_SLOTS, 3, 4).nextSlotNanos()).isEqualTo(ConcurrencyGate.NO_FREE_SLOT);
  }

  @Test
  void slotThatWasNotTakenCannotBeReturned() {
    assertThatThrownBy(gateOf(THREE_SLOTS, 0, 1)::leave)
        .hasMessage("Cannot return a slot: none was taken");
  }

  private static ConcurrencyGate gateOf(RunPlan plan, int generator, int generators) {
    return ConcurrencyGate.of(
        plan.load().profiling(),
        PlanShare.ofGenerator(generator, generators, plan.load().profiling()));
  }

  private static long[] entriesOf(int generator, int generators) {
    PlanShare share = PlanShare.ofGenerator(generator, generators, THREE_SLOTS.load().profiling());
    PlannedEntries entries = PlannedEntries.indices(THREE_SLOTS, LoadPhase.PROFILING, share);
    LongStream.Builder given = LongStream.builder();
    entries.forEachRemaining((long entry) -> given.add(entry));
    return given.build().toArray();
  }
}
