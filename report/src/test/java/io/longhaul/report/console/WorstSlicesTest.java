package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorstSlicesTest {
  private final ArrayNode slices = new ObjectMapper().createArrayNode();

  @Test
  void anEarlySpikeIsShownInLongRuns() {
    for (int i = 0; i < 400; i++) {
      add(i, i == 3 ? 900 : 80, "time_to_first_token", 0);
    }

    assertThat(worst()).contains(entry(3, List.of("TTFT p99"))).hasSize(4);
  }

  @Test
  void oneSliceCanBeWorstInSeveralFigures() {
    for (int i = 0; i < 40; i++) {
      add(i, 80 + i, "time_to_first_token", i == 39 ? 7 : 0);
    }

    assertThat(worst())
        .containsExactly(
            entry(36, List.of("TTFT p99")),
            entry(37, List.of("TTFT p99")),
            entry(38, List.of("TTFT p99")),
            entry(39, List.of("errors", "TTFT p99")));
  }

  @Test
  void withoutTokensTheRequestLatencyIsUsed() {
    for (int i = 0; i < 40; i++) {
      add(i, i == 5 ? 900 : 80, "request_latency", 0);
    }

    assertThat(worst()).contains(entry(5, List.of("latency p99"))).hasSize(4);
  }

  @Test
  void noSliceIsShownWithoutProblems() {
    for (int i = 0; i < 40; i++) {
      add(i, 0, "request_latency", 0);
    }

    assertThat(worst()).isEmpty();
  }

  private void add(int index, double p99, String metric, long errors) {
    ObjectNode slice = slices.addObject().put("slice", index).put("error_requests", errors);
    slice.putObject("metrics").putObject(metric).put("p99", p99);
  }

  private Map<Integer, List<String>> worst() {
    Map<Integer, List<String>> worst = new LinkedHashMap<>();
    WorstSlices.byFigure(slices.valueStream().toList())
        .forEach((slice, figures) -> worst.put(slice.path("slice").asInt(), figures));
    return worst;
  }
}
