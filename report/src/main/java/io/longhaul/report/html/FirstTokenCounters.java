package io.longhaul.report.html;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The servers' own mean time to first token by slice of a run in progress, from the counters of
 * their histograms. Bounded: only the newest slices are kept. For one thread.
 */
final class FirstTokenCounters {
  private static final int MAX_SLICES = 64;

  private final Map<String, FirstTokens> newest = new HashMap<>();
  private final TreeMap<Long, FirstTokens> open = new TreeMap<>();

  /**
   * Adds a scrape that was made before the run, from which the counters of the first slice count.
   */
  void start(String url, FirstTokens counters) {
    newest.put(url, counters);
  }

  /** Adds a scrape that was made in a slice; the first one of a page only starts its counters. */
  void add(String url, long slice, FirstTokens counters) {
    FirstTokens before = newest.put(url, counters);
    if (before == null) {
      return;
    }
    // A server that was restarted counts from 0.
    FirstTokens growth = counters.count() < before.count() ? counters : counters.minus(before);
    open.merge(slice, growth, FirstTokens::plus);
    if (open.size() > MAX_SLICES) {
      open.pollFirstEntry();
    }
  }

  /** Removes what was counted up to a slice, and returns its mean in seconds; NaN without one. */
  double finish(long slice) {
    FirstTokens counted = open.get(slice);
    open.headMap(slice, true).clear();
    return counted == null ? Double.NaN : counted.sumSeconds() / counted.count();
  }
}
