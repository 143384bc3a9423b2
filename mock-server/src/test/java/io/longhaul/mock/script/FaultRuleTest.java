package io.longhaul.mock.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.mock.script.Draws.Purpose;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultRuleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "always: reset    | 1 2 3 4 5 6 7",
        "every 3: reset   | 3 6",
        "first 2: reset   | 1 2",
        "after 5: reset   | 6 7",
        "request 4: reset | 4",
        "rate 0: reset    | ''",
        "rate 1: reset    | 1 2 3 4 5 6 7",
      })
  void aTriggerNamesRequests(String rule, String struck) {
    FaultRule<Fault> parsed = FaultRule.parse(rule);

    assertThat(
            LongStream.rangeClosed(1, 7)
                .filter(n -> parsed.trigger().matches(n, draws(n)))
                .mapToObj(Long::toString))
        .containsExactly(struck.isEmpty() ? new String[0] : struck.split(" ", -1));
  }

  @Test
  void aRateSelectsItsFractionAndAlwaysTheSameRequests() {
    FaultRule<Fault> rule = FaultRule.parse("rate 0.1: status 503");
    long[] struck =
        LongStream.range(0, 50_000).filter(n -> rule.trigger().matches(n, draws(n))).toArray();

    assertThat((double) struck.length).isCloseTo(5_000, Percentage.withPercentage(5));
    assertThat(
            LongStream.range(0, 50_000).filter(n -> rule.trigger().matches(n, draws(n))).toArray())
        .isEqualTo(struck);
  }

  @Test
  void faultsAreParsedWithNumbersTimesAndPositions() {
    assertThat(Fault.parse("Status  429 Retry-After 2s"))
        .isEqualTo(
            new Fault(
                Fault.Kind.STATUS,
                Fault.NO_POSITION,
                429,
                2_000_000_000,
                "status 429 retry-after 2s"));
    assertThat(Fault.parse("stall 2s after 5"))
        .isEqualTo(new Fault(Fault.Kind.STALL, 5, 0, 2_000_000_000, "stall 2s after 5"));
    assertThat(Fault.parse("stall after 5"))
        .isEqualTo(new Fault(Fault.Kind.STALL, 5, 0, Fault.FOREVER, "stall after 5"));
    assertThat(Fault.parse("drip 16 10ms"))
        .isEqualTo(new Fault(Fault.Kind.DRIP, Fault.NO_POSITION, 16, 10_000_000, "drip 16 10ms"));
  }

  @Test
  void aFaultHasAPosition() {
    assertThat(Fault.parse("reset").positionIn(10)).isEqualTo(Fault.BEFORE_HEADERS);
    assertThat(Fault.parse("stall 1s").positionIn(10)).isEqualTo(Fault.BEFORE_HEADERS);
    assertThat(Fault.parse("truncate").positionIn(10)).isEqualTo(5);
    assertThat(Fault.parse("truncate after 3").positionIn(10)).isEqualTo(3);
    assertThat(Fault.parse("truncate after 30").positionIn(10)).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reset",
        "always reset",
        "sometimes: reset",
        "every 0: reset",
        "every 1.5: reset",
        "rate 2: reset",
        "always: explode",
        "always: status",
        "always: status 200",
        "always: redirect 503",
        "always: drip 0 1ms",
        "always: drip 5 fast",
        "always: no-done after 3",
        "always: wrong-shape after 3",
        "always: usage-times 0",
        "always: usage-times",
        "always: status 503 after 3",
        "always: coalesce 0",
        "always: stall soon"
      })
  void whatIsNoRuleIsRefused(String text) {
    assertThatThrownBy(() -> FaultRule.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "always: status 200",
        "always: without",
        "first 1: die",
        "garbage",
        "every x: nan"
      })
  void whatIsNoScrapeRuleIsRefused(String text) {
    assertThatThrownBy(() -> FaultRule.parseForScrapes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid ");
  }

  private static Draws draws(long key) {
    return Draws.of(9, key, Purpose.FAULT);
  }
}
