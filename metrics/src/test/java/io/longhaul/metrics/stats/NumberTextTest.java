package io.longhaul.metrics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AIPerf's vectors V11 and G17. */
class NumberTextTest {
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "1.005, 1.00",
    "2.675, 2.67",
    "0.125, 0.12",
    "5.005, 5.00",
    "1234567.891, 1234567.89",
    "1e-9, 0.00",
    "-0.001, -0.00",
    "-0.0, -0.00",
    "-1.5, -1.50",
    "0, 0.00",
    "40, 40.00",
    "1234.5, 1234.50",
    "1760170000123456789, 1760170000123456768.00",
    "Infinity, inf",
    "-Infinity, -inf",
    "NaN, nan",
  })
  void twoDecimalsAreFormattedLikePython(double value, String text) {
    assertThat(NumberText.twoDecimals(value)).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1234.5 | 1,234.50",
        "40 | 40.00",
        "-123456 | -123,456.00",
        "1234567.891 | 1,234,567.89",
        "-0.001 | -0.00"
      })
  void thousandsAreSeparated(double value, String text) {
    assertThat(NumberText.grouped(value)).isEqualTo(text);
  }
}
