package io.longhaul.report.html;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.LiveHeatMap;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The heat maps of the latencies of a run in progress. For one thread. */
final class LiveHeatMaps {
  private final Map<Metric, LiveHeatMap> maps = new EnumMap<>(Metric.class);
  private final double sliceSeconds;

  /**
   * @param sliceSeconds length of a slice
   */
  LiveHeatMaps(double sliceSeconds) {
    this.sliceSeconds = sliceSeconds;
    SliceCharts.LATENCIES.forEach(metric -> maps.put(metric, new LiveHeatMap(metric)));
  }

  /**
   * Adds a finished slice.
   *
   * @return whether a page must read the maps again
   */
  boolean add(SliceRow slice) {
    boolean isChanged = false;
    for (LiveHeatMap map : maps.values()) {
      isChanged |= map.add(slice);
    }
    return isChanged;
  }

  private List<Map.Entry<Metric, LiveHeatMap>> drawn() {
    return maps.entrySet().stream().filter(map -> !map.getValue().isEmpty()).toList();
  }

  /** Writes the maps of all latencies that have values. */
  void write(JsonDocument json) throws IOException {
    json.objects(
        "heat",
        drawn(),
        entry -> {
          Metric metric = entry.getKey();
          LiveHeatMap map = entry.getValue();
          json.text("id", SliceCharts.distributionId(metric));
          json.text("chart", metric.tag());
          json.text("title", SliceCharts.distributionTitle(metric));
          json.text("unit", metric.unit().display());
          json.text("explanation", SliceCharts.DISTRIBUTION_EXPLANATION);
          json.number("width", map.slicesPerColumn() * sliceSeconds);
          PageData.numbers(json, "edges", map.edges());
          json.plainIntegers(
              "counts",
              IntStream.range(0, map.columns())
                  .boxed()
                  .flatMapToLong(column -> LongStream.of(map.column(column)))
                  .toArray());
        });
  }

  /** Writes the newest column of each map. */
  void writeNewest(JsonDocument json) throws IOException {
    json.objects(
        "heat",
        drawn(),
        entry -> {
          LiveHeatMap map = entry.getValue();
          json.text("id", SliceCharts.distributionId(entry.getKey()));
          json.plainInteger("column", map.columns() - 1);
          json.plainIntegers("counts", map.column(map.columns() - 1));
        });
  }
}
