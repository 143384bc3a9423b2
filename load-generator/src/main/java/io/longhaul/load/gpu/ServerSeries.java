package io.longhaul.load.gpu;

import java.util.Map;

/**
 * One series of a server's metrics page: a value, or a histogram.
 *
 * @param name as on the page; of a histogram the name without {@code _bucket}, {@code _sum} and
 *     {@code _count}
 * @param help what the page says of the metric; may be empty
 * @param labels in the order of the page, without {@code le}
 * @param value finite; not a number in a histogram
 * @param histogram null where there is a value
 */
public record ServerSeries(
    String name,
    Type type,
    String help,
    Map<String, String> labels,
    double value,
    ServerHistogram histogram) {

  /** What kind of number it is. */
  public enum Type {
    /** Only grows, until its server begins anew. */
    COUNTER,
    /** Rises and falls. */
    GAUGE,
    /** Counts observations by their size. */
    HISTOGRAM,
    /** The page does not say. */
    UNKNOWN
  }

  static ServerSeries ofValue(
      String name, Type type, String help, Map<String, String> labels, double value) {
    return new ServerSeries(name, type, help, labels, value, null);
  }

  static ServerSeries ofHistogram(
      String name, String help, Map<String, String> labels, ServerHistogram histogram) {
    return new ServerSeries(name, Type.HISTOGRAM, help, labels, Double.NaN, histogram);
  }
}
