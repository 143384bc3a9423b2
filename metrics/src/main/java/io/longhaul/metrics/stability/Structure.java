package io.longhaul.metrics.stability;

import java.util.ArrayList;
import java.util.List;

/**
 * What a series of blocks consists of besides a level and noise.
 *
 * @param trend whether it rises or falls steadily
 * @param season whether it repeats daily
 * @param ranges the parts whose level differs from that of the others; they may overlap
 */
record Structure(boolean trend, boolean season, List<Range> ranges) {
  static final Structure LEVEL = new Structure(false, false, List.of());

  /** The blocks from {@code from} until before {@code to}; to the end for a lasting shift. */
  record Range(int from, int to) {}

  Structure {
    ranges = List.copyOf(ranges);
  }

  Structure withTrend() {
    return new Structure(true, season, ranges);
  }

  Structure withSeason() {
    return new Structure(trend, true, ranges);
  }

  Structure with(Range range) {
    List<Range> more = new ArrayList<>(ranges);
    more.add(range);
    return new Structure(trend, season, more);
  }

  Structure without(Range range) {
    List<Range> fewer = new ArrayList<>(ranges);
    fewer.remove(range);
    return new Structure(trend, season, fewer);
  }

  /** Returns the structures with one component less. */
  List<Structure> smaller() {
    List<Structure> smaller = new ArrayList<>();
    if (trend) {
      smaller.add(new Structure(false, season, ranges));
    }
    if (season) {
      smaller.add(new Structure(trend, false, ranges));
    }
    ranges.forEach(range -> smaller.add(without(range)));
    return smaller;
  }
}
