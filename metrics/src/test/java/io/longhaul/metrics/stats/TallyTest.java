package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void sumsOfAnyNumbersAreExact() {
    SplittableRandom random = new SplittableRandom(3);
    Tally tally = new Tally();
    BigInteger sum = BigInteger.ZERO;
    BigInteger squares = BigInteger.ZERO;
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong();
      tally.add(value);
      sum = sum.add(BigInteger.valueOf(value));
      squares = squares.add(BigInteger.valueOf(value).pow(2));
    }

    assertThat(tally.sum()).isEqualTo(sum);
    assertThat(tally.sumOfSquares()).isEqualTo(squares);
  }

  @Test
  void theLargestNumbersCarryIntoEveryPart() {
    Tally tally = new Tally();
    for (int i = 0; i < 100; i++) {
      tally.add(Long.MAX_VALUE);
      tally.add(Long.MIN_VALUE);
    }
    Tally doubled = tally.copy();
    doubled.merge(tally);

    BigInteger squares =
        BigInteger.valueOf(Long.MAX_VALUE).pow(2).add(BigInteger.valueOf(Long.MIN_VALUE).pow(2));
    assertThat(tally.sum()).isEqualTo(BigInteger.valueOf(-100));
    assertThat(tally.sumOfSquares()).isEqualTo(squares.multiply(BigInteger.valueOf(100)));
    assertThat(doubled.sumOfSquares()).isEqualTo(squares.multiply(BigInteger.valueOf(200)));
  }

  @Test
  void aTallyReadFromARowEqualsTheOneThatWasWritten() {
    Tally tally = new Tally();
    tally.add(-5);
    tally.add(Long.MAX_VALUE);
    tally.add(Long.MAX_VALUE);

    Tally read =
        Tally.of(tally.count(), tally.sum(), tally.sumOfSquares(), tally.min(), tally.max());

    assertThat(read).usingRecursiveComparison().isEqualTo(tally);
    assertThat(Tally.of(0, BigInteger.ZERO, BigInteger.ZERO, 0, 0))
        .usingRecursiveComparison()
        .isEqualTo(new Tally());
  }

  @Test
  void anEmptyTallyHasNoMean() {
    assertThat(new Tally().mean()).isNaN();
    assertThat(new Tally().standardDeviation(0)).isNaN();
  }

  @Test
  void aSampleOfOneHasNoDeviation() {
    Tally tally = new Tally();
    tally.add(7);

    assertThat(tally.standardDeviation(1)).isZero();
    assertThat(tally.standardDeviation(0)).isZero();
  }
}
