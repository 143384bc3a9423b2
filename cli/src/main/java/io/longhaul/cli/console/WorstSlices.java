package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The worst slices of a run, shown in addition to the newest ones, so that every spike is visible.
 */
final class WorstSlices {
  /** Maximum number of slices for each figure. */
  private static final int MAX_PER_FIGURE = 4;

  private final List<JsonNode> slices = new ArrayList<>();

  /**
   * Creates the selection.
   *
   * @param all the slices of {@code slices.json}
   */
  WorstSlices(JsonNode all) {
    all.forEach(slices::add);
  }

  /** Returns the worst slices in order, each with the figures in which it is among the worst. */
  Map<JsonNode, List<String>> byFigure() {
    Map<Integer, List<String>> worst = new TreeMap<>();
    mark("errors", slice -> slice.path("error_requests").asDouble(), worst);
    mark("TTFT p99", slice -> latency(slice, "time_to_first_token"), worst);
    if (slices.stream().noneMatch(slice -> latency(slice, "time_to_first_token") > 0)) {
      mark("latency p99", slice -> latency(slice, "request_latency"), worst);
    }
    Map<JsonNode, List<String>> marked = new LinkedHashMap<>();
    worst.forEach((index, figures) -> marked.put(slices.get(index), figures));
    return marked;
  }

  private void mark(
      String figure, ToDoubleFunction<JsonNode> severity, Map<Integer, List<String>> worst) {
    List<Integer> bySeverity = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      if (severity.applyAsDouble(slices.get(i)) > 0) {
        bySeverity.add(i);
      }
    }
    bySeverity.sort(
        Comparator.comparingDouble((Integer i) -> -severity.applyAsDouble(slices.get(i)))
            .thenComparing(Comparator.naturalOrder()));
    bySeverity.stream()
        .limit(MAX_PER_FIGURE)
        .forEach(i -> worst.computeIfAbsent(i, unused -> new ArrayList<>()).add(figure));
  }

  private static double latency(JsonNode slice, String metric) {
    return slice.path("metrics").path(metric).path("p99").asDouble();
  }
}
