package io.longhaul.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.figures.SliceColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrafanaDashboardTest {
  private static final int COLUMNS = 24;

  private GrafanaDashboard dashboard;

  @BeforeEach
  void read() throws IOException {
    dashboard = GrafanaDashboard.read();
  }

  @Test
  void everyLatencyCanBeChosen() {
    List<String> latencies = new ArrayList<>();
    for (var metric : SliceColumn.metrics()) {
      if (BaseUnit.of(metric.unit()).isTime()) {
        latencies.add(metric.tag());
      }
    }

    assertThat(dashboard.latencies()).containsExactlyInAnyOrderElementsOf(latencies);
  }

  @Test
  void noVariableIsLeftInAnExpression() {
    assertThat(dashboard.expressions()).isNotEmpty().noneMatch(each -> each.contains("$"));
  }

  @Test
  void panelsHaveIdsOfTheirOwnAndDoNotOverlap() {
    assertThat(dashboard.panels())
        .extracting(panel -> panel.path("id").asInt())
        .doesNotHaveDuplicates();
    List<JsonNode> cells = dashboard.panels().stream().map(panel -> panel.path("gridPos")).toList();
    assertThat(cells).allMatch(cell -> cell.path("x").asInt() + cell.path("w").asInt() <= COLUMNS);
    for (int i = 0; i < cells.size(); i++) {
      JsonNode cell = cells.get(i);
      assertThat(cells.subList(0, i)).as("%s", cell).noneMatch(other -> overlap(cell, other));
    }
  }

  private static boolean overlap(JsonNode one, JsonNode other) {
    return overlap(one, other, "x", "w") && overlap(one, other, "y", "h");
  }

  private static boolean overlap(JsonNode one, JsonNode other, String start, String length) {
    int first = one.path(start).asInt();
    int second = other.path(start).asInt();
    return first < second + other.path(length).asInt() && second < first + one.path(length).asInt();
  }

  @Test
  void everyPanelUsesTheChosenDataSource() {
    assertThat(dashboard.panels())
        .filteredOn(panel -> !panel.path("type").asText().equals("row"))
        .allMatch(panel -> panel.at("/datasource/uid").asText().equals("${datasource}"))
        .allMatch(panel -> !panel.path("targets").isEmpty());
  }
}
