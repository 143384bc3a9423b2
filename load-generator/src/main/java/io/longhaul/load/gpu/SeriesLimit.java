package io.longhaul.load.gpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps what one page tells bounded, whatever its server does: a series that was let in stays in,
 * and when there are {@value #MAX_SERIES} no other one comes in any more. One that is too long
 * never does. One thread.
 */
final class SeriesLimit {

  /** So many series of one page are known at most. */
  static final int MAX_SERIES = 2_000;

  /** Characters of a name and its labels. */
  static final int MAX_IDENTITY_CHARS = 4_000;

  /** Of one histogram. */
  static final int MAX_BUCKETS = 200;

  private final Set<Identity> known = new HashSet<>();

  private record Identity(String name, Map<String, String> labels) {}

  /** Those of a page that are let in, in their order. */
  List<ServerSeries> admit(List<ServerSeries> page) {
    List<ServerSeries> in = new ArrayList<>(Math.min(page.size(), MAX_SERIES));
    for (ServerSeries series : page) {
      if (isShort(series) && isKnown(new Identity(series.name(), series.labels()))) {
        in.add(series);
      }
    }
    return in;
  }

  private boolean isKnown(Identity identity) {
    return known.contains(identity) || (known.size() < MAX_SERIES && known.add(identity));
  }

  /** Whether a name with its labels is one, and not something else in its place. */
  static boolean isShort(String name, Map<String, String> labels) {
    int characters = name.length();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      characters += label.getKey().length() + label.getValue().length();
    }
    return characters <= MAX_IDENTITY_CHARS;
  }

  private static boolean isShort(ServerSeries series) {
    return isShort(series.name(), series.labels())
        && (series.histogram() == null || series.histogram().bounds().size() <= MAX_BUCKETS);
  }
}
