package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcTimeoutTest {

  @ParameterizedTest
  @CsvSource({
    "1, 1n",
    "99999999, 99999999n",
    "100000000, 100000u",
    "2000000000, 2000000u",
    "21600000000000, 21600000m",
    "9223372036854775807, 2562047H"
  })
  void timeoutUsesTheFinestUnitWithEightDigits(long nanos, String configuration) {
    assertThat(GrpcTimeout.of(nanos)).isEqualTo(configuration);
  }

  @ParameterizedTest
  @CsvSource({"14, unavailable", "4, deadline_exceeded", "99, unknown", "x, unknown"})
  void statusHasAName(String code, String word) {
    assertThat(GrpcStatus.name(code)).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource({"a%20b%C3%BC, a bü", "50%, 50%", "a+b, a+b"})
  void messageIsPercentDecoded(String sent, String message) {
    assertThat(GrpcStatus.message(sent)).isEqualTo(message);
  }
}
