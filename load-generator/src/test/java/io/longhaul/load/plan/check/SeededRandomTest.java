package io.longhaul.load.plan.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeededRandomTest {
  @Test
  void theSequenceNeverChanges() {
    SeededRandom random = SeededRandom.named(42, "arrivals");

    assertThat(new long[] {random.nextLong(), random.nextLong(), random.nextLong()})
        .containsExactly(-6040963171557511018L, -5216804762411992667L, -5080048311602254777L);
  }

  @Test
  void eachNameSeedAndNumberHasItsOwnStream() {
    Set<Long> firsts = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      for (String name : new String[] {"a", "b", "ab", "ba"}) {
        firsts.add(SeededRandom.named(seed, name).nextLong());
        for (int number = 0; number < 50; number++) {
          firsts.add(SeededRandom.named(seed, name).split(number).nextLong());
        }
      }
    }

    assertThat(firsts).hasSize(50 * 4 * 51);
  }

  @Test
  void aSplitDoesNotDependOnWhatWasDrawn() {
    SeededRandom used = SeededRandom.named(1, "a");
    used.nextLong();

    assertThat(used.split(5).nextLong()).isEqualTo(SeededRandom.named(1, "a").split(5).nextLong());
  }

  @Test
  void integersAreUniformlyDistributedBelowTheBound() {
    SeededRandom random = SeededRandom.named(3, "dice");
    int[] counts = new int[6];
    for (int i = 0; i < 60_000; i++) {
      counts[random.nextInt(6)]++;
    }

    // Five standard deviations of a binomial count are 456.
    for (int count : counts) {
      assertThat(count).isCloseTo(10_000, within(456));
    }
  }

  @Test
  void gaussianNumbersHaveMean0AndStandardDeviation1() {
    SeededRandom random = SeededRandom.named(4, "heights");
    double sum = 0;
    double squares = 0;
    int draws = 100_000;
    for (int i = 0; i < draws; i++) {
      double drawn = random.nextGaussian();
      sum += drawn;
      squares += drawn * drawn;
    }

    assertThat(sum / draws).isCloseTo(0, within(0.016));
    assertThat(squares / draws).isCloseTo(1, within(0.023));
  }

  @Test
  void aBoundBelow1IsRejected() {
    assertThatThrownBy(() -> SeededRandom.named(0, "a").nextInt(0))
        .hasMessage("Invalid bound: 0 (1 or more)");
  }
}
