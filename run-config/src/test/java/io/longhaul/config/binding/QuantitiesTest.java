package io.longhaul.config.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "90, 90",
    "0.25, 0.25",
    "1e2, 100",
    "90s, 90",
    "' 90 s ', 90",
    "500ms, 0.5",
    "250us, 0.00025",
    "10m, 600",
    "10min, 600",
    "5 minutes, 300",
    "1.5h, 5400",
    "1h30m, 5400",
    "1h 30m 5s, 5405",
    "2d, 172800",
    "10M, 600",
    "0, 0",
    "0s, 0"
  })
  void aDurationHasItsUnitOrIsSeconds(String typed, String seconds) {
    assertThat(Quantities.plainSeconds(typed)).contains(seconds);
  }

  @Test
  void aPlainNumberHasTheUnitOfItsOption() {
    assertThat(Quantities.nanos("5", Quantities.NANOS_PER_MILLI))
        .contains(BigDecimal.valueOf(5_000_000));
    assertThat(Quantities.nanos("5s", Quantities.NANOS_PER_MILLI))
        .contains(BigDecimal.valueOf(5_000_000_000L));
    assertThat(Quantities.plainMillis("2s")).contains("2000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s",
        "x",
        "10x",
        "10 m 5",
        "5m1h",
        "5m5m",
        "-5s",
        "1..5s",
        "1e3s",
        "5 s s",
        "inf",
        "1e999999999",
        "99999999999999999999s",
        "5,s"
      })
  void whatIsNoDurationIsNone(String typed) {
    assertThat(Quantities.plainSeconds(typed)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5",
    "0.5, 0.5",
    "5rps, 5",
    "5 RPS, 5",
    "5qps, 5",
    "5/s, 5",
    "5 req/s, 5",
    "5 requests/sec, 5",
    "300/min, 5",
    "300rpm, 5",
    "90/m, 1.5",
    "90/h, 0.025",
    "90rph, 0.025",
    "8640/day, 0.1"
  })
  void aRateHasItsUnitOrIsPerSecond(String typed, String perSecond) {
    assertThat(Quantities.plainRate(typed)).contains(perSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rps", "5r", "5s", "5/", "5/x", "5rpd", "5 per s", "-5/s", "5//s"})
  void whatIsNoRateIsNone(String typed) {
    assertThat(Quantities.plainRate(typed)).isEmpty();
  }

  @Test
  void aRateThatIsNoFiniteDecimalIsRoundedToSixteenDigits() {
    assertThat(Quantities.plainRate("1/min")).contains("0.01666666666666667");
  }
}
