package io.longhaul.report.figures;

import java.util.ArrayList;
import java.util.List;

/** Periods of consecutive slices. For one thread. */
public final class SlicePeriods {
  private final List<Period> periods = new ArrayList<>();

  /**
   * A period.
   *
   * @param first index of its first slice
   * @param last index of its last slice
   */
  public record Period(long first, long last) {}

  /** Adds a slice after all others. */
  public void add(long slice) {
    int end = periods.size() - 1;
    if (end >= 0 && periods.get(end).last() + 1 == slice) {
      periods.set(end, new Period(periods.get(end).first(), slice));
    } else {
      periods.add(new Period(slice, slice));
    }
  }

  /** Returns the periods in order of time. */
  public List<Period> all() {
    return List.copyOf(periods);
  }
}
