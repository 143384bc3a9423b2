package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {

  @Test
  void textAndIdConvertIntoEachOther() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      RequestId id = new RequestId(random.nextLong(), random.nextLong());

      assertThat(RequestId.parse(id.toString())).isEqualTo(id);
    }
  }

  @Test
  void itsTextIsStable() {
    assertThat(new RequestId(0, 0)).hasToString("00000000000000000000000000");
    assertThat(new RequestId(-1, -1)).hasToString("7zzzzzzzzzzzzzzzzzzzzzzzzz");
    assertThat(RequestId.of(1, 2, 3)).hasToString("00040000000010000000000003");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0000000000000000000000000",
        "80000000000000000000000000",
        "0000000000000000000000000u",
        "000000000000000000000000000"
      })
  void whatIsNoIdIsRefused(String text) {
    assertThatThrownBy(() -> RequestId.parse(text))
        .hasMessageStartingWith("Invalid request id: " + text);
  }
}
