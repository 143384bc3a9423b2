package io.longhaul.cli.calibrate;

import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Searches for the highest load whose measurement error is within a bound. Doubles the load until
 * it is beyond the bound, and then divides the interval between the highest load within the bound
 * and the lowest one beyond it, until both are at most a tenth apart.
 *
 * <p>A single measurement can be disturbed. Therefore a load is beyond the bound only if most of up
 * to three attempts are, and the load that is reported was within it in most of two or three
 * attempts. Loads above one that is beyond the bound are not considered. Not thread-safe.
 */
final class LoadLimitSearch {
  /** The interval is divided while its ends have a greater ratio than this. */
  private static final double MAX_RATIO = 1.1;

  private static final int MAJORITY = 2;

  private final int first;
  private final int max;
  private final SortedMap<Integer, Attempts> byLoad = new TreeMap<>();

  /** The results of the attempts with one load. */
  private record Attempts(int within, int beyond) {
    Attempts and(boolean isWithin) {
      return isWithin ? new Attempts(within + 1, beyond) : new Attempts(within, beyond + 1);
    }

    boolean isBeyond() {
      return beyond >= MAJORITY;
    }

    boolean isUndecided() {
      return beyond == 1 && within < MAJORITY;
    }

    boolean isConfirmed() {
      return within >= MAJORITY;
    }
  }

  /**
   * @param first the load that is measured first, 1 or more
   * @param max the highest load that is measured
   */
  LoadLimitSearch(int first, int max) {
    this.first = Math.min(first, max);
    this.max = max;
  }

  /** Adds the result of an attempt. */
  void add(int load, boolean isWithin) {
    byLoad.put(load, byLoad.getOrDefault(load, new Attempts(0, 0)).and(isWithin));
  }

  /** Returns the load to measure next; empty when the search has ended. */
  OptionalInt next() {
    for (Map.Entry<Integer, Attempts> each : byLoad.entrySet()) {
      if (each.getValue().isUndecided()) {
        return OptionalInt.of(each.getKey());
      }
    }
    OptionalInt within = highestWithin();
    OptionalInt beyond = lowestBeyond();
    if (within.isEmpty()) {
      return beyond.isPresent() ? OptionalInt.empty() : OptionalInt.of(first);
    }
    OptionalInt between = beyond.isEmpty() ? above(within) : between(within, beyond);
    return between.isPresent() ? between : unconfirmed(within);
  }

  private OptionalInt above(OptionalInt within) {
    int load = within.getAsInt();
    return load == max
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.min(max, Math.max(load + 1L, 2L * load)));
  }

  private static OptionalInt between(OptionalInt within, OptionalInt beyond) {
    int low = within.getAsInt();
    int high = beyond.getAsInt();
    int middle = (int) Math.round(Math.sqrt((double) low * high));
    return high <= low * MAX_RATIO || middle <= low || middle >= high
        ? OptionalInt.empty()
        : OptionalInt.of(middle);
  }

  private OptionalInt unconfirmed(OptionalInt within) {
    Attempts attempts = byLoad.getOrDefault(within.getAsInt(), new Attempts(0, 0));
    return attempts.isConfirmed() ? OptionalInt.empty() : within;
  }

  /** Returns the highest load within the bound, below all loads beyond it; empty if none is. */
  OptionalInt highestWithin() {
    OptionalInt beyond = lowestBeyond();
    SortedMap<Integer, Attempts> below =
        beyond.isPresent() ? byLoad.headMap(beyond.getAsInt()) : byLoad;
    return below.isEmpty() ? OptionalInt.empty() : OptionalInt.of(below.lastKey());
  }

  /** Returns the lowest load beyond the bound; empty if none is. */
  OptionalInt lowestBeyond() {
    return byLoad.entrySet().stream()
        .filter(each -> each.getValue().isBeyond())
        .mapToInt(Map.Entry::getKey)
        .min();
  }
}
