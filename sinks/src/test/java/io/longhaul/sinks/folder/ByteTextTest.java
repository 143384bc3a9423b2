package io.longhaul.sinks.folder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTextTest {
  @ParameterizedTest
  @CsvSource({"0, 0 B", "999, 999 B", "1000, 1.000 kB", "1500000000, 1.500 GB"})
  void bytesAreShownInTheLargestUnit(long bytes, String text) {
    assertThat(ByteText.of(bytes)).isEqualTo(text);
  }
}
