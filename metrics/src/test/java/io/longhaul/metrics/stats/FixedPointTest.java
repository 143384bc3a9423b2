package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedPointTest {
  @ParameterizedTest(name = "{0} / {1} = {2}")
  @CsvSource({
    "5, 2, 2",
    "7, 2, 4",
    "-5, 2, -2",
    "-7, 2, -4",
    "4, 3, 1",
    "5, 3, 2",
    "-4, 3, -1",
    "0, 9, 0"
  })
  void aTieIsRoundedToTheEvenNeighbour(long numerator, long denominator, long quotient) {
    assertThat(FixedPoint.divide(numerator, denominator)).isEqualTo(quotient);
  }

  @Test
  void ratiosAgreeWithExactArithmetic() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      long numerator = random.nextLong() >> random.nextInt(20, 63);
      long scale = 1 + (random.nextLong() >>> random.nextInt(14, 63));
      long denominator = 1 + (random.nextLong() >>> random.nextInt(1, 63));
      BigDecimal exact =
          BigDecimal.valueOf(numerator)
              .multiply(BigDecimal.valueOf(scale))
              .divide(BigDecimal.valueOf(denominator), 0, RoundingMode.HALF_EVEN);
      BigDecimal greatest = BigDecimal.valueOf(Long.MAX_VALUE);
      assertThat(FixedPoint.scaledRatio(numerator, scale, denominator))
          .isEqualTo(exact.max(greatest.negate()).min(greatest).longValueExact());
    }
  }
}
