package io.longhaul.cli.otlp;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values by the name and the labels of their line in Prometheus' text format. */
public final class OtlpValues {
  private static final Pattern LINE = Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final Map<String, Double> values = new TreeMap<>();

  private OtlpValues() {}

  static Map<String, Double> of(List<Metric> metrics) {
    OtlpValues all = new OtlpValues();
    for (Metric metric : metrics) {
      String name = metric.getName();
      metric.getGauge().getDataPointsList().forEach(point -> all.add(name, point));
      metric.getSum().getDataPointsList().forEach(point -> all.add(name, point));
      metric.getSummary().getDataPointsList().forEach(point -> all.add(name, point));
      metric.getExponentialHistogram().getDataPointsList().forEach(point -> all.add(name, point));
    }
    return all.values;
  }

  /** Returns the values of a page in text format without those of classic histograms' buckets. */
  public static Map<String, Double> of(String page) {
    OtlpValues all = new OtlpValues();
    page.lines()
        .filter(line -> !line.startsWith("#") && !line.contains("_bucket{"))
        .forEach(all::addLine);
    return all.values;
  }

  private void addLine(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new AssertionError("Not a line of metrics: " + line);
    }
    Map<String, String> labels = new TreeMap<>();
    if (parts.group(2) != null) {
      Matcher label = LABEL.matcher(parts.group(2));
      while (label.find()) {
        labels.put(label.group(1), label.group(2).replaceAll("\\\\(.)", "$1"));
      }
    }
    values.put(parts.group(1) + labels, Double.parseDouble(parts.group(3)));
  }

  private void add(String name, NumberDataPoint point) {
    values.put(name + OtlpReceiver.attributes(point.getAttributesList()), point.getAsDouble());
  }

  private void add(String name, SummaryDataPoint point) {
    addTotals(name, point.getAttributesList(), point.getCount(), point.getSum());
    point
        .getQuantileValuesList()
        .forEach(
            value -> {
              Map<String, String> labels = OtlpReceiver.attributes(point.getAttributesList());
              labels.put("quantile", Double.toString(value.getQuantile()));
              values.put(name + labels, value.getValue());
            });
  }

  private void add(String name, ExponentialHistogramDataPoint point) {
    addTotals(name, point.getAttributesList(), point.getCount(), point.getSum());
  }

  private void addTotals(String name, List<KeyValue> attributes, long count, double sum) {
    Map<String, String> labels = OtlpReceiver.attributes(attributes);
    values.put(name + "_count" + labels, (double) count);
    values.put(name + "_sum" + labels, sum);
  }
}
