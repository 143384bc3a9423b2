package io.longhaul.load.scrape.server;

import io.longhaul.load.scrape.prometheus.MetricsPage;
import io.longhaul.load.scrape.prometheus.PrometheusSample;
import io.longhaul.load.scrape.prometheus.PrometheusText;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Groups the samples of a server's metrics page into series; the samples of a histogram form one
 * series. Omitted are values that are not finite, summaries (their quantiles cannot be aggregated
 * over time) and creation times ({@code _created}).
 */
public final class ServerPage {
  private static final String TOTAL = "_total";
  private static final String CREATED = "_created";
  private static final String BUCKET = "_bucket";
  private static final String SUM = "_sum";
  private static final String COUNT = "_count";
  private static final String BOUND = "le";
  private static final int MAX_HELP_CHARS = 500;

  private final MetricsPage page;
  private final List<ServerSeries> series = new ArrayList<>();
  private final Map<HistogramKey, HistogramLines> histograms = new LinkedHashMap<>();

  private ServerPage(MetricsPage page) {
    this.page = page;
  }

  /**
   * Returns the series of a page: first single values, then histograms, each in the order of the
   * page.
   */
  public static List<ServerSeries> seriesOf(MetricsPage page) {
    ServerPage read = new ServerPage(page);
    page.samples().forEach(read::add);
    read.histograms.forEach(read::addHistogram);
    return read.series;
  }

  private void add(PrometheusSample sample) {
    String name = sample.name();
    if (name.endsWith(CREATED) || isOfType("summary", name)) {
      return;
    }
    if (isOfType("histogram", name)) {
      addToHistogram(sample);
    } else if (Double.isFinite(sample.value())) {
      series.add(
          new ServerSeries(name, type(name), sample.labels(), sample.value(), help(name), null));
    }
  }

  /**
   * Returns whether a sample belongs to a metric of this type, by its full name or as a histogram's
   * or summary's component.
   */
  private boolean isOfType(String type, String name) {
    return type.equals(page.types().get(name)) || type.equals(page.types().get(familyOf(name)));
  }

  private static String familyOf(String name) {
    for (String part : List.of(BUCKET, SUM, COUNT)) {
      if (name.endsWith(part)) {
        return name.substring(0, name.length() - part.length());
      }
    }
    return name;
  }

  private String type(String name) {
    return switch (declared(page.types(), name)) {
      case "counter" -> "counter";
      case "gauge", "info" -> "gauge";
      default -> "unknown";
    };
  }

  private String help(String name) {
    String help = declared(page.help(), name);
    return help.length() > MAX_HELP_CHARS ? help.substring(0, MAX_HELP_CHARS) : help;
  }

  /** OpenMetrics declares a counter without {@code _total}. */
  private static String declared(Map<String, String> values, String name) {
    String declared = values.get(name);
    return declared != null ? declared : values.getOrDefault(withoutTotal(name), "");
  }

  private static String withoutTotal(String name) {
    return name.endsWith(TOTAL) ? name.substring(0, name.length() - TOTAL.length()) : name;
  }

  private void addToHistogram(PrometheusSample sample) {
    String name = sample.name();
    Map<String, String> labels = new LinkedHashMap<>(sample.labels());
    String bound = labels.remove(BOUND);
    HistogramLines lines =
        histograms.computeIfAbsent(
            new HistogramKey(familyOf(name), labels), key -> new HistogramLines());
    if (name.endsWith(SUM)) {
      lines.sum = sample.value();
    } else if (name.endsWith(COUNT)) {
      lines.count = sample.value();
    } else if (bound != null) {
      lines.buckets.put(PrometheusText.number(bound).orElse(Double.NaN), sample.value());
    }
  }

  private void addHistogram(HistogramKey key, HistogramLines lines) {
    if (lines.isWhole()) {
      series.add(
          new ServerSeries(
              key.name(), "histogram", key.labels(), null, help(key.name()), lines.histogram()));
    }
  }

  private record HistogramKey(String name, Map<String, String> labels) {}

  /** The samples of one histogram, in any order. */
  private static final class HistogramLines {
    private final TreeMap<Double, Double> buckets = new TreeMap<>();
    private double sum = Double.NaN;
    private double count = Double.NaN;

    /** Returns whether all required samples are present and finite. */
    boolean isWhole() {
      return Double.isFinite(sum)
          && Double.isFinite(count)
          && !buckets.isEmpty()
          && buckets.lastKey() == Double.POSITIVE_INFINITY
          && buckets.values().stream().allMatch(Double::isFinite);
    }

    ServerHistogram histogram() {
      return new ServerHistogram(
          sum, count, List.copyOf(buckets.keySet()), List.copyOf(buckets.values()));
    }
  }
}
