package io.longhaul.load.scrape.result;

import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Limits the number of series of one page, whatever its server does. Admitted series stay admitted;
 * after {@value #MAX_SERIES} no other series is. Series that are too long are never admitted. Not
 * thread-safe.
 */
public final class SeriesLimit {

  /** Maximum number of series of one page. */
  static final int MAX_SERIES = 2_000;

  /** Maximum number of characters of a name and its labels. */
  public static final int MAX_IDENTITY_CHARS = 4_000;

  /** Maximum number of buckets of a histogram. */
  public static final int MAX_BUCKETS = 200;

  private final Set<Identity> known = new HashSet<>();

  private record Identity(String name, Map<String, String> labels) {}

  /** Returns the admitted series of a page, in their order. */
  public List<ServerSeries> admit(List<ServerSeries> page) {
    List<ServerSeries> in = new ArrayList<>(Math.min(page.size(), MAX_SERIES));
    for (ServerSeries series : page) {
      if (isShort(series) && isKnown(new Identity(series.getName(), series.getLabels()))) {
        in.add(series);
      }
    }
    return in;
  }

  private boolean isKnown(Identity identity) {
    return known.contains(identity) || (known.size() < MAX_SERIES && known.add(identity));
  }

  /** Returns whether a name and its labels are within the length limit. */
  public static boolean isShort(String name, Map<String, String> labels) {
    int characters = name.length();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      characters += label.getKey().length() + label.getValue().length();
    }
    return characters <= MAX_IDENTITY_CHARS;
  }

  private static boolean isShort(ServerSeries series) {
    ServerHistogram histogram = series.getHistogram();
    return isShort(series.getName(), series.getLabels())
        && (histogram == null || histogram.getBucketBounds().size() <= MAX_BUCKETS);
  }
}
