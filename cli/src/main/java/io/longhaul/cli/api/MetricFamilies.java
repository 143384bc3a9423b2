package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metrics of one scrape. Each value has the labels of the run, if they are of a run. */
final class MetricFamilies implements MetricSink {
  private final Labels runLabels;
  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final List<MetricSnapshot> others = new ArrayList<>();

  /**
   * @param runLabels labels of the run, with their values
   */
  MetricFamilies(Labels runLabels) {
    this.runLabels = runLabels;
  }

  /** Returns labels from the members of a JSON object. */
  static Labels labels(JsonNode object) {
    Labels.Builder labels = Labels.builder();
    object.properties().forEach(each -> labels.label(each.getKey(), each.getValue().asText()));
    return labels.build();
  }

  /** Returns the labels of the run. */
  Labels runLabels() {
    return runLabels;
  }

  /** Adds a value with these labels and those of the run. */
  @Override
  public void gauge(String name, String help, double value, String... labels) {
    gauges
        .computeIfAbsent(name, any -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(runLabels.merge(Labels.of(labels)))
                .value(value)
                .build());
  }

  /** Adds a value with these labels and those of the run. */
  @Override
  public void counter(String name, String help, double value, String... labels) {
    counters
        .computeIfAbsent(name, any -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(
            CounterDataPointSnapshot.builder()
                .labels(runLabels.merge(Labels.of(labels)))
                .value(value)
                .build());
  }

  /** Adds a metric that has the labels of the run. */
  void add(MetricSnapshot metric) {
    others.add(metric);
  }

  /** Returns all metrics. */
  MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(family -> all.metricSnapshot(family.build()));
    counters.values().forEach(family -> all.metricSnapshot(family.build()));
    others.forEach(all::metricSnapshot);
    return all.build();
  }
}
