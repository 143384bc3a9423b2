package io.longhaul.sinks.servers;

import io.longhaul.export.ServerSampleRow;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The identity of a series of a metrics page.
 *
 * @param name name on the page
 * @param type counter, gauge, histogram or unknown
 */
public record SeriesId(String url, String name, String type, SortedMap<String, String> labels)
    implements Comparable<SeriesId> {
  public static final String COUNTER = "counter";
  public static final String HISTOGRAM = "histogram";

  private static final String TOTAL = "_total";
  private static final Comparator<SeriesId> ORDER =
      Comparator.comparing(SeriesId::aiperfName)
          .thenComparing(SeriesId::url)
          .thenComparing(id -> id.labels().toString())
          .thenComparing(SeriesId::type);

  public SeriesId {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** Returns the series of a reading. */
  public static SeriesId of(ServerSampleRow row) {
    return new SeriesId(row.getUrl(), row.getName(), row.getType(), new TreeMap<>(row.getLabels()));
  }

  /** Returns AIPerf's name: for a counter without {@code _total}. */
  public String aiperfName() {
    return isCounter() && name.endsWith(TOTAL)
        ? name.substring(0, name.length() - TOTAL.length())
        : name;
  }

  /** Returns whether the value only grows until the server restarts. */
  public boolean isCounter() {
    return type.equals(COUNTER);
  }

  /** Formats a bound of a histogram as on pages: {@code 0.01}, {@code 1.0}, {@code +Inf}. */
  public static String boundText(double bound) {
    if (Double.isInfinite(bound)) {
      return bound > 0 ? "+Inf" : "-Inf";
    }
    String plain = BigDecimal.valueOf(bound).toPlainString();
    return plain.contains(".") ? plain : plain + ".0";
  }

  /**
   * Returns whether it is an info metric, whose labels contain the information, such as a version.
   */
  public boolean isInfo() {
    return name.endsWith("_info");
  }

  @Override
  public int compareTo(SeriesId other) {
    return ORDER.compare(this, other);
  }
}
