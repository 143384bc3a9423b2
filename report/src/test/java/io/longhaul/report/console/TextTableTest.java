package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columnsFitTheirWidestCellAndNumbersAreRightAligned() {
    TextTable table = new TextTable("Metric", "avg", "p99");
    table.add(List.of("Time to First Token (ms)", "84.55", "1,207"));
    table.add(List.of("Request Latency (ms)", "8.10", "9.00"));

    assertThat(table.text())
        .isEqualTo(
            """
              Metric                      avg    p99
              ────────────────────────  ─────  ─────
              Time to First Token (ms)  84.55  1,207
              Request Latency (ms)       8.10   9.00
            """);
  }

  @Test
  void optionalColumnsAreOmittedInOrderAsNeeded() {
    TextTable table = new TextTable("Metric", "avg", "min", "std").optional(List.of("std", "min"));
    table.add(List.of("Latency", "84.55", "12.00", "3.10"));
    table.add(List.of("Requests", "7.00"));

    assertThat(table.text(30)).isEqualTo(table.text());
    assertThat(table.text(29))
        .isEqualTo(
            """
              Metric      avg    min
              ────────  ─────  ─────
              Latency   84.55  12.00
              Requests   7.00
            """);
    assertThat(table.text(5))
        .isEqualTo(
            """
              Metric      avg
              ────────  ─────
              Latency   84.55
              Requests   7.00
            """);
  }

  @Test
  void aTableWithAHeaderAloneIsEmpty() {
    assertThat(new TextTable("Error", "count").isEmpty()).isTrue();
  }
}
