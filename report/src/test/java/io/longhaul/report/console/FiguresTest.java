package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.00",
    "0.08333, 0.0833",
    "1.004, 1.00",
    "84.549, 84.55",
    "207.04, 207.0",
    "'1246.6', '1,247'",
    "'-1246.6', '-1,247'"
  })
  void aboutFourDigitsAreShown(double value, String shown) {
    assertThat(Figures.of(value)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5",
    "3, 3",
    "500.0, 500",
    "'1500', '1,500'",
    "0.0333, 0.0333",
    "0.30000000000000004, 0.3"
  })
  void aChosenNumberHasNoZerosAtItsEnd(double value, String shown) {
    assertThat(Figures.chosen(value)).isEqualTo(shown);
  }

  @Test
  void missingValuesAreDashes() {
    assertThat(Figures.of(MissingNode.getInstance())).isEqualTo("-");
    assertThat(Figures.count(MissingNode.getInstance())).isEqualTo("-");
  }

  @Test
  void countsMayBeTextSinceJsonNumbersEndAtFiftyThreeBits() {
    assertThat(Figures.count(IntNode.valueOf(1234567))).isEqualTo("1,234,567");
    assertThat(Figures.count(TextNode.valueOf("9007199254740993")))
        .isEqualTo("9,007,199,254,740,993");
  }
}
