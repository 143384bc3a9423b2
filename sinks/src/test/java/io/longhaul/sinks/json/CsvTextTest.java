package io.longhaul.sinks.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTextTest {

  /** Vector V11: numbers as AIPerf writes them. */
  @ParameterizedTest
  @CsvSource({
    "1.005, 1.00",
    "2.675, 2.67",
    "0.125, 0.12",
    "1234567.891, 1234567.89",
    "1e-9, 0.00",
    "-0.001, -0.00",
    "Infinity, inf",
    "NaN, nan"
  })
  void aNumberHasTwoDecimalsOfItsBinaryValue(double value, String text) {
    assertThat(new CsvText().number(value)).hasToString(text);
  }

  @Test
  void aMissingNumberIsAnEmptyCell() {
    assertThat(new CsvText().word("a").number(null).word("b")).hasToString("a,,b");
  }

  @Test
  void anIntegerHasNoDecimals() {
    assertThat(new CsvText().integer(0).integer(3)).hasToString("0,3");
  }

  @Test
  void aCellIsQuotedOnlyWhenItMustBe() {
    assertThat(new CsvText().word("plain (ms)").word("a,b").word("say \"x\"").word("two\nlines"))
        .hasToString("plain (ms),\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"");
  }

  @Test
  void whatASpreadsheetWouldRunIsHeldBack() {
    assertThat(new CsvText().word("=1+1").word("@SUM(A1)").word("-1").word("+1"))
        .hasToString("'=1+1,'@SUM(A1),'-1,'+1");
  }

  @Test
  void linesEndAsInWindows() {
    CsvText csv = new CsvText();
    csv.word("a").endLine();
    csv.endLine();
    csv.word("b").endLine();

    assertThat(csv).hasToString("a\r\n\r\nb\r\n");
  }
}
