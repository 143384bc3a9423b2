package io.longhaul.mock.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void aFactorAppliesInItsPeriod() {
    Changes changes = changes("from 80s: ttft times 1.5", "from 10s to 20s: itl times 2");

    assertThat(changes.ofTimeToFirstToken(80 * SECOND - 1)).isEqualTo(1);
    assertThat(changes.ofTimeToFirstToken(80 * SECOND)).isEqualTo(1.5);
    assertThat(changes.ofTimeToFirstToken(8_000 * SECOND)).isEqualTo(1.5);
    assertThat(changes.ofInterTokenLatency(15 * SECOND)).isEqualTo(2);
    assertThat(changes.ofInterTokenLatency(20 * SECOND)).isEqualTo(1);
  }

  @Test
  void growthIsEvenAndStays() {
    Changes changes = changes("from 10s to 20s: itl grows to 1.4");

    assertThat(changes.ofInterTokenLatency(5 * SECOND)).isEqualTo(1);
    assertThat(changes.ofInterTokenLatency(15 * SECOND)).isCloseTo(1.2, within(1e-9));
    assertThat(changes.ofInterTokenLatency(100 * SECOND)).isCloseTo(1.4, within(1e-9));
  }

  @Test
  void changesOfTheSameTimeMultiply() {
    assertThat(
            changes("from 0s: ttft times 2", "from 1s: ttft times 3")
                .ofTimeToFirstToken(2 * SECOND))
        .isEqualTo(6);
  }

  @Test
  void aGpuIsHotInItsPeriod() {
    Changes changes = changes("from 10s to 20s: gpu 1 too hot");

    assertThat(changes.isHot(1, 10 * SECOND)).isTrue();
    assertThat(changes.isHot(0, 10 * SECOND)).isFalse();
    assertThat(changes.isHot(1, 20 * SECOND)).isFalse();
    assertThat(changes.hotNanos(1, 13 * SECOND)).isEqualTo(3 * SECOND);
    assertThat(changes.hotNanos(1, 100 * SECOND)).isEqualTo(10 * SECOND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ttft times 2",
        "from 2s to 1s: ttft times 2",
        "from 1s: itl grows to 2",
        "from 1s: ttft times 1.2.3",
        "from 1s: colder",
        "from soon: ttft times 2"
      })
  void anInvalidChangeIsRefused(String text) {
    assertThatThrownBy(() -> Change.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid ");
  }

  private static Changes changes(String... texts) {
    return new Changes(Arrays.stream(texts).map(Change::parse).toList());
  }
}
