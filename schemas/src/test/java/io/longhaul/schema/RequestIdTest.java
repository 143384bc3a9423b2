package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {

  @Test
  void textContainsAllBitsOfTheId() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      RequestId id = new RequestId(random.nextLong(), random.nextLong());

      BigInteger bits =
          new BigInteger(Long.toUnsignedString(id.hi()))
              .shiftLeft(64)
              .add(new BigInteger(Long.toUnsignedString(id.lo())));
      assertThat(bitsOf(id.toString())).isEqualTo(bits);
      assertThat(RequestId.parse(id.toString())).isEqualTo(id);
    }
  }

  private static BigInteger bitsOf(String text) {
    BigInteger bits = BigInteger.ZERO;
    for (int i = 0; i < text.length(); i++) {
      long value = "0123456789abcdefghjkmnpqrstvwxyz".indexOf(text.charAt(i));
      bits = bits.shiftLeft(5).add(BigInteger.valueOf(value));
    }
    return bits;
  }

  @Test
  void itsTextIsStable() {
    assertThat(new RequestId(0, 0)).hasToString("00000000000000000000000000");
    assertThat(new RequestId(-1, -1)).hasToString("7zzzzzzzzzzzzzzzzzzzzzzzzz");
    assertThat(RequestId.of(1, 2, 3)).hasToString("00040000000010000000000003");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0004000000001000000000000", "0004000000001000000000000u"})
  void anotherTextIsNoId(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RequestId.parse(text))
        .withMessage("Invalid request ID: " + text + " (26 characters in base 32)");
  }

  @Test
  void textSortsLikeTheId() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 10_000; i++) {
      RequestId one = new RequestId(random.nextLong(), random.nextLong());
      RequestId other = new RequestId(random.nextLong(), random.nextLong());

      assertThat(Integer.signum(one.compareTo(other)))
          .isEqualTo(Integer.signum(one.toString().compareTo(other.toString())));
    }
  }

  @Test
  void generatorsAndIncarnationsNeverShareAnId() {
    assertThat(RequestId.of(0, 5, 1))
        .isNotEqualTo(RequestId.of(1, 5, 1))
        .isNotEqualTo(RequestId.of(0, 6, 1));
  }
}
