package io.longhaul.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class LoadLimitSearchTest {
  private final List<Integer> measured = new ArrayList<>();

  @Test
  void theLoadIsDoubledUntilItIsBeyondTheBoundAndThenNarrowedDown() {
    LoadLimitSearch search = searched(50, 5_000, load -> load <= 700);

    assertThat(measured).startsWith(50, 100, 200, 400, 800, 800);
    assertThat(search.highestWithin().getAsInt()).isBetween(637, 700);
    assertThat(search.lowestBeyond().getAsInt()).isBetween(701, 770);
  }

  @Test
  void theLimitIsMeasuredTwice() {
    LoadLimitSearch search = searched(50, 5_000, load -> load <= 700);

    assertThat(measured).filteredOn(load -> load == search.highestWithin().getAsInt()).hasSize(2);
  }

  @Test
  void aSingleDisturbedAttemptChangesNothing() {
    LoadLimitSearch search = searched(50, 400, load -> !(load == 200 && attemptsWith(200) == 1));

    assertThat(measured).containsExactly(50, 100, 200, 200, 200, 400, 400);
    assertThat(search.highestWithin()).hasValue(400);
    assertThat(search.lowestBeyond()).isEmpty();
  }

  @Test
  void aLoadThatWasWithinTheBoundOnlyOnceIsNotTheLimit() {
    LoadLimitSearch search =
        searched(100, 5_000, load -> load < 190 || (load < 210 && attemptsWith(load) == 1));

    assertThat(search.highestWithin().getAsInt()).isLessThan(190);
    assertThat(search.lowestBeyond().getAsInt()).isLessThanOrEqualTo(210);
  }

  @Test
  void theHighestLoadIsTheGivenOne() {
    assertThat(searched(50, 333, load -> true).highestWithin()).hasValue(333);
    assertThat(measured).containsExactly(50, 100, 200, 333, 333);
  }

  @Test
  void aMaximumBelowTheFirstLoadIsTheOnlyOne() {
    assertThat(searched(50, 7, load -> true).highestWithin()).hasValue(7);
    assertThat(measured).containsExactly(7, 7);
  }

  @Test
  void theSearchEndsIfNotEvenTheFirstLoadIsWithinTheBound() {
    LoadLimitSearch search = searched(50, 5_000, load -> false);

    assertThat(measured).containsExactly(50, 50);
    assertThat(search.highestWithin()).isEmpty();
    assertThat(search.lowestBeyond()).hasValue(50);
  }

  @Test
  void theSearchEndsWhateverIsMeasured() {
    for (long seed = 0; seed < 1_000; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      LoadLimitSearch search = searched(1, 2_000, load -> random.nextBoolean());

      assertThat(measured).hasSizeLessThan(60);
      OptionalInt within = search.highestWithin();
      if (within.isPresent() && search.lowestBeyond().isPresent()) {
        assertThat(within.getAsInt()).isLessThan(search.lowestBeyond().getAsInt());
      }
    }
  }

  private LoadLimitSearch searched(int first, int max, IntPredicate isWithin) {
    measured.clear();
    LoadLimitSearch search = new LoadLimitSearch(first, max);
    for (OptionalInt load = search.next(); load.isPresent(); load = search.next()) {
      measured.add(load.getAsInt());
      search.add(load.getAsInt(), isWithin.test(load.getAsInt()));
    }
    return search;
  }

  private long attemptsWith(int load) {
    return measured.stream().filter(each -> each == load).count();
  }
}
