package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    Table table = new Table("CPU per request", "µs", "ratio");
    table.add("bare loop", 31.94, 1.0);
    table.add("generator", 12_345.6, 1.257);
    table.add("goal", "", "≤ 1.50");

    assertThat(table)
        .hasToString(
            """
            CPU per request       µs    ratio
            bare loop           31.9     1.00
            generator         12,346     1.26
            goal                       ≤ 1.50
            """);
  }
}
