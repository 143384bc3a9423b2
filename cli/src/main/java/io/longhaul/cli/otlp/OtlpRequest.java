package io.longhaul.cli.otlp;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogram;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.metrics.v1.Summary;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.resource.v1.Resource;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.List;
import java.util.Map;

/**
 * Translates the metrics of a scrape to a message of OTLP as OpenTelemetry's <a
 * href="https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/">compatibility
 * specification</a> says: names are not changed, labels become attributes, and counters are
 * cumulative. A native histogram becomes an exponential one with the same buckets.
 *
 * @param resource attributes of the process
 * @param version version of the build
 * @param startNanos start of the process, from which counters count, in nanoseconds since the epoch
 */
record OtlpRequest(Map<String, String> resource, String version, long startNanos) {
  private static final String SCOPE = "io.longhaul";
  private static final String TOTAL = "_total";

  /** Units by the last word of a name, whose counterparts OpenTelemetry's specification lists. */
  private static final Map<String, String> UNITS =
      Map.of(
          "seconds", "s",
          "bytes", "By",
          "watts", "W",
          "hertz", "Hz",
          "celsius", "Cel",
          "ratio", "1");

  /**
   * Returns the message.
   *
   * @param atNanos time of the values, in nanoseconds since the epoch
   */
  ExportMetricsServiceRequest of(MetricSnapshots metrics, long atNanos) {
    ScopeMetrics.Builder scope =
        ScopeMetrics.newBuilder()
            .setScope(InstrumentationScope.newBuilder().setName(SCOPE).setVersion(version));
    metrics.stream()
        .map(metric -> translated(metric, atNanos))
        .filter(metric -> !metric.hasSummary() || metric.getSummary().getDataPointsCount() > 0)
        .forEach(scope::addMetrics);
    Resource.Builder process = Resource.newBuilder();
    resource.forEach((name, value) -> process.addAttributes(attribute(name, value)));
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder().setResource(process).addScopeMetrics(scope))
        .build();
  }

  private Metric translated(MetricSnapshot metric, long atNanos) {
    if (metric instanceof CounterSnapshot counter) {
      return named(metric, TOTAL, "counter").setSum(sum(counter, atNanos)).build();
    }
    if (metric instanceof GaugeSnapshot gauge) {
      return named(metric, "", "gauge").setGauge(gauge(gauge, atNanos)).build();
    }
    if (metric instanceof SummarySnapshot summary) {
      return named(metric, "", "summary").setSummary(summary(summary, atNanos)).build();
    }
    if (metric instanceof HistogramSnapshot histogram) {
      return named(metric, "", "histogram")
          .setExponentialHistogram(histogram(histogram, atNanos))
          .build();
    }
    throw new IllegalArgumentException("Cannot translate " + metric.getMetadata().getName());
  }

  private static Metric.Builder named(MetricSnapshot metric, String ending, String type) {
    String name = metric.getMetadata().getPrometheusName();
    String base = name.endsWith(TOTAL) ? name.substring(0, name.length() - TOTAL.length()) : name;
    String unit = UNITS.getOrDefault(base.substring(base.lastIndexOf('_') + 1), "");
    return Metric.newBuilder()
        .setName(base + ending)
        .setDescription(metric.getMetadata().getHelp())
        .setUnit(unit)
        .addMetadata(attribute("prometheus.type", type));
  }

  private Sum sum(CounterSnapshot counter, long atNanos) {
    Sum.Builder sum =
        Sum.newBuilder()
            .setIsMonotonic(true)
            .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
    counter
        .getDataPoints()
        .forEach(
            point ->
                sum.addDataPoints(
                    number(point.getLabels(), point.getValue(), atNanos)
                        .setStartTimeUnixNano(startNanos)));
    return sum.build();
  }

  private static Gauge gauge(GaugeSnapshot metric, long atNanos) {
    Gauge.Builder gauge = Gauge.newBuilder();
    metric
        .getDataPoints()
        .forEach(
            point -> gauge.addDataPoints(number(point.getLabels(), point.getValue(), atNanos)));
    return gauge.build();
  }

  private static NumberDataPoint.Builder number(Labels labels, double value, long atNanos) {
    return NumberDataPoint.newBuilder()
        .addAllAttributes(attributes(labels))
        .setTimeUnixNano(atNanos)
        .setAsDouble(value);
  }

  private Summary summary(SummarySnapshot metric, long atNanos) {
    Summary.Builder summary = Summary.newBuilder();
    metric.getDataPoints().stream()
        .filter(SummaryDataPointSnapshot::hasCount) // the others must be dropped
        .forEach(point -> summary.addDataPoints(summaryPoint(point, atNanos)));
    return summary.build();
  }

  private SummaryDataPoint summaryPoint(SummaryDataPointSnapshot point, long atNanos) {
    SummaryDataPoint.Builder translated =
        SummaryDataPoint.newBuilder()
            .addAllAttributes(attributes(point.getLabels()))
            .setStartTimeUnixNano(startNanos)
            .setTimeUnixNano(atNanos)
            .setCount(point.getCount())
            .setSum(point.hasSum() ? point.getSum() : 0);
    point
        .getQuantiles()
        .forEach(
            quantile ->
                translated.addQuantileValues(
                    SummaryDataPoint.ValueAtQuantile.newBuilder()
                        .setQuantile(quantile.getQuantile())
                        .setValue(quantile.getValue())));
    return translated.build();
  }

  private ExponentialHistogram histogram(HistogramSnapshot metric, long atNanos) {
    ExponentialHistogram.Builder histogram =
        ExponentialHistogram.newBuilder()
            .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
    metric
        .getDataPoints()
        .forEach(point -> histogram.addDataPoints(histogramPoint(point, atNanos)));
    return histogram.build();
  }

  private ExponentialHistogramDataPoint histogramPoint(
      HistogramDataPointSnapshot point, long atNanos) {
    return ExponentialHistogramDataPoint.newBuilder()
        .addAllAttributes(attributes(point.getLabels()))
        .setStartTimeUnixNano(startNanos)
        .setTimeUnixNano(atNanos)
        .setCount(point.getCount())
        .setSum(point.getSum())
        .setScale(point.getNativeSchema())
        .setZeroCount(point.getNativeZeroCount())
        .setZeroThreshold(point.getNativeZeroThreshold())
        .setPositive(buckets(point.getNativeBucketsForPositiveValues()))
        .build();
  }

  /**
   * Bucket i of OpenTelemetry begins at the i-th power of the base, where bucket i of Prometheus
   * ends.
   */
  private static ExponentialHistogramDataPoint.Buckets buckets(NativeHistogramBuckets buckets) {
    ExponentialHistogramDataPoint.Buckets.Builder dense =
        ExponentialHistogramDataPoint.Buckets.newBuilder();
    if (buckets.size() > 0) {
      dense.setOffset(buckets.getBucketIndex(0) - 1);
    }
    for (int i = 0; i < buckets.size(); i++) {
      while (buckets.getBucketIndex(0) + dense.getBucketCountsCount() < buckets.getBucketIndex(i)) {
        dense.addBucketCounts(0);
      }
      dense.addBucketCounts(buckets.getCount(i));
    }
    return dense.build();
  }

  private static List<KeyValue> attributes(Labels labels) {
    return labels.stream().map(OtlpRequest::attribute).toList();
  }

  private static KeyValue attribute(Label label) {
    return attribute(label.getName(), label.getValue());
  }

  private static KeyValue attribute(String name, String value) {
    return KeyValue.newBuilder()
        .setKey(name)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }
}
