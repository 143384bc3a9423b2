package io.longhaul.load.gpu;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One series of a server's metrics page: a single value or a histogram.
 *
 * @param name name on the page; for a histogram without {@code _bucket}, {@code _sum} and {@code
 *     _count}
 * @param help the {@code # HELP} text; may be empty
 * @param labels labels in the order of the page, without {@code le}
 * @param value finite value; NaN for a histogram
 * @param histogram null for a single value
 */
public record ServerSeries(
    String name,
    Type type,
    String help,
    Map<String, String> labels,
    double value,
    @Nullable ServerHistogram histogram) {

  /** Metric type of a series. */
  public enum Type {
    /** Only increases, until its server restarts. */
    COUNTER,
    /** Increases and decreases. */
    GAUGE,
    /** Counts observations by size. */
    HISTOGRAM,
    /** The page does not declare the type. */
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
