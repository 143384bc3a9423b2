package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The worst slices of a run, shown in addition to the newest ones, so that every spike is visible.
 */
final class WorstSlices {
  /** Maximum number of slices for each figure. */
  private static final int MAX_PER_FIGURE = 4;

  private WorstSlices() {}

  /**
   * Returns the worst slices in order, each with the figures in which it is among the worst.
   *
   * @param slices the slices of {@code slices.json}
   */
  static Map<JsonNode, List<String>> byFigure(List<JsonNode> slices) {
    Map<Integer, List<String>> worst = new TreeMap<>();
    mark("errors", slices, slice -> slice.path("error_requests").asDouble(), worst);
    mark("TTFT p99", slices, slice -> latency(slice, "time_to_first_token"), worst);
    if (slices.stream().noneMatch(slice -> latency(slice, "time_to_first_token") > 0)) {
      mark("latency p99", slices, slice -> latency(slice, "request_latency"), worst);
    }
    Map<JsonNode, List<String>> marked = new LinkedHashMap<>();
    worst.forEach((index, figures) -> marked.put(slices.get(index), figures));
    return marked;
  }

  private static void mark(
      String figure,
      List<JsonNode> slices,
      ToDoubleFunction<JsonNode> severity,
      Map<Integer, List<String>> worst) {
    ToDoubleFunction<Integer> ofIndex = index -> severity.applyAsDouble(slices.get(index));
    IntStream.range(0, slices.size())
        .boxed()
        .filter(index -> ofIndex.applyAsDouble(index) > 0)
        .sorted(Comparator.comparingDouble(ofIndex).reversed())
        .limit(MAX_PER_FIGURE)
        .forEach(index -> worst.computeIfAbsent(index, unused -> new ArrayList<>()).add(figure));
  }

  private static double latency(JsonNode slice, String metric) {
    return slice.path("metrics").path(metric).path("p99").asDouble();
  }
}
