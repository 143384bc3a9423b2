package io.longhaul.report.json;

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
    assertThat(new CsvText().text("a").number(null).text("b")).hasToString("a,,b");
  }

  @Test
  void anIntegerHasNoDecimals() {
    assertThat(new CsvText().integer(0).integer(3)).hasToString("0,3");
  }

  @Test
  void aCellIsQuotedOnlyIfNecessary() {
    assertThat(new CsvText().text("plain (ms)").text("a,b").text("say \"x\"").text("two\nlines"))
        .hasToString("plain (ms),\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"");
  }

  @Test
  void formulasOfSpreadsheetsAreEscaped() {
    assertThat(new CsvText().text("=1+1").text("@SUM(A1)").text("-1").text("+1"))
        .hasToString("'=1+1,'@SUM(A1),'-1,'+1");
  }

  @Test
  void linesEndWithCrLf() {
    CsvText csv = new CsvText();
    csv.text("a").endLine();
    csv.endLine();
    csv.text("b").endLine();

    assertThat(csv).hasToString("a\r\n\r\nb\r\n");
  }
}
