package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepAliveTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeout=5, max=100 | 4500000000",
        "max=100, timeout=5 | 4500000000",
        "Timeout = 5        | 4500000000",
        "timeout=\"5\"      | 4500000000",
        "timeout=1          | 500000000",
        "timeout=0          | 0",
        "max=100            | 9223372036854775807",
        "xtimeout=5         | 9223372036854775807",
        "timeout=soon       | 9223372036854775807"
      })
  void timeoutIsReducedByAMargin(String header, long nanos) {
    assertThat(KeepAlive.timeoutNanos(new DefaultHttpHeaders().set("Keep-Alive", header)))
        .isEqualTo(nanos);
  }

  @Test
  void missingHeaderMeansNoTimeout() {
    assertThat(KeepAlive.timeoutNanos(new DefaultHttpHeaders())).isEqualTo(Long.MAX_VALUE);
  }
}
