package io.longhaul.load.plan.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanShareTest {
  @Test
  void withoutAConcurrencyPlanIndicesAreAssignedInTurn() {
    PhasePlan phase = phaseWith(null);

    assertThat(indicesOf(PlanShare.ofGenerator(0, 3, phase), 9)).containsExactly(0L, 3L, 6L);
    assertThat(indicesOf(PlanShare.ofGenerator(2, 3, phase), 9)).containsExactly(2L, 5L, 8L);
    assertThat(PlanShare.ofGenerator(0, 3, phase).concurrency()).isEmpty();
  }

  @Test
  void slotsAreAssignedByLargestRemainder() {
    assertThat(slotsOf(10, 4)).containsExactly(3, 3, 2, 2);
    assertThat(slotsOf(64, 2)).containsExactly(32, 32);
    assertThat(slotsOf(2, 3)).containsExactly(1, 1, 0);
  }

  @Test
  void requestsFollowTheSlots() {
    PhasePlan phase = phaseWith(3);

    assertThat(indicesOf(PlanShare.ofGenerator(0, 2, phase), 9))
        .containsExactly(0L, 2L, 3L, 5L, 6L, 8L);
    assertThat(indicesOf(PlanShare.ofGenerator(1, 2, phase), 9)).containsExactly(1L, 4L, 7L);
  }

  @Test
  void aCarrierWithoutASlotHasAnEmptyShareAndAReason() {
    PlanShare share = PlanShare.ofGenerator(2, 3, phaseWith(2));

    assertThat(share.isEmpty()).isTrue();
    assertThat(indicesOf(share, 100)).isEmpty();
    assertThat(share.emptyBecause())
        .hasValue(
            "Carrier 2 of 3 sends nothing: a concurrency of 2 does not reach it (raise the"
                + " concurrency or use fewer carriers)");
    assertThat(PlanShare.ofGenerator(1, 3, phaseWith(2)).emptyBecause()).isEmpty();
  }

  @Test
  void everyPlanIndexBelongsToExactlyOneCarrier() {
    for (Integer concurrency : new Integer[] {null, 1, 2, 3, 7, 64}) {
      for (int generators = 1; generators <= 5; generators++) {
        List<PlanShare> shares = sharesOf(generators, phaseWith(concurrency));

        for (long planIndex = 0; planIndex < 500; planIndex++) {
          long index = planIndex;
          assertThat(shares.stream().filter(share -> share.carries(index))).hasSize(1);
        }
      }
    }
  }

  @Test
  void theLanesOfAGeneratorTogetherHaveItsShare() {
    for (Integer concurrency : new Integer[] {null, 2, 7, 64}) {
      for (PlanShare generator : sharesOf(3, phaseWith(concurrency))) {
        List<PlanShare> lanes =
            IntStream.range(0, 4).mapToObj(lane -> generator.ofLane(lane, 4)).toList();

        for (long planIndex = 0; planIndex < 500; planIndex++) {
          long index = planIndex;
          assertThat(lanes.stream().filter(lane -> lane.carries(index)).count())
              .isEqualTo(generator.carries(planIndex) ? 1 : 0);
        }
        if (concurrency != null) {
          assertThat(lanes.stream().mapToInt(lane -> lane.concurrency().getAsInt()).sum())
              .isEqualTo(generator.concurrency().getAsInt());
        }
      }
    }
  }

  @Test
  void aCarrierThatDoesNotExistIsRejected() {
    assertThatThrownBy(() -> PlanShare.ofGenerator(3, 3, phaseWith(1)))
        .hasMessage("Invalid share: carrier 3 of 3 (from 0 to below the number)");
    assertThatThrownBy(() -> PlanShare.ofGenerator(0, 1, phaseWith(1)).ofLane(2, 2))
        .hasMessage("Invalid share: lane 2 of 2 (from 0 to below the number)");
    assertThatThrownBy(() -> new PlanShare(0, 1, -1))
        .hasMessage("Invalid share: concurrency -1 (0 or more)");
  }

  private static List<PlanShare> sharesOf(int generators, PhasePlan phase) {
    return IntStream.range(0, generators)
        .mapToObj(generator -> PlanShare.ofGenerator(generator, generators, phase))
        .toList();
  }

  private static List<Integer> slotsOf(int concurrency, int generators) {
    return sharesOf(generators, phaseWith(concurrency)).stream()
        .map(share -> share.concurrency().getAsInt())
        .toList();
  }

  private static List<Long> indicesOf(PlanShare share, long end) {
    return LongStream.range(0, end).filter(share::carries).boxed().toList();
  }

  private static PhasePlan phaseWith(Integer concurrency) {
    return new PhasePlan(
        concurrency,
        0,
        null,
        ArrivalPlan.at(1.0, ArrivalPattern.POISSON),
        null,
        false,
        CancellationPlan.NONE,
        1L,
        null,
        null,
        0);
  }
}
