package io.longhaul.metrics.sweep;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/** A step function of time: 0 before the first step, then constant from each step to the next. */
public final class StepCurve {
  private final long[] times;
  private final long[] heights;

  private StepCurve(long[] times, long[] heights) {
    this.times = times;
    this.heights = heights;
  }

  int steps() {
    return times.length;
  }

  long timeOf(int step) {
    return times[step];
  }

  long heightOf(int step) {
    return heights[step];
  }

  /** Returns the first step after a time; {@link #steps()} if there is none. */
  int firstStepAfter(long time) {
    int found = Arrays.binarySearch(times, time);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Returns the combination of both curves, with a step wherever one of them has a step. */
  StepCurve combined(StepCurve other, LongBinaryOperator combination) {
    long[] at = new long[steps() + other.steps()];
    long[] high = new long[at.length];
    int n = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < steps() || theirs < other.steps()) {
      long time =
          Math.min(
              mine < steps() ? times[mine] : Long.MAX_VALUE,
              theirs < other.steps() ? other.times[theirs] : Long.MAX_VALUE);
      mine += mine < steps() && times[mine] == time ? 1 : 0;
      theirs += theirs < other.steps() && other.times[theirs] == time ? 1 : 0;
      at[n] = time;
      high[n] =
          combination.applyAsLong(
              mine == 0 ? 0 : heights[mine - 1], theirs == 0 ? 0 : other.heights[theirs - 1]);
      n++;
    }
    return new StepCurve(Arrays.copyOf(at, n), Arrays.copyOf(high, n));
  }

  /** Collects changes of height in any order. */
  static final class Builder {
    private long[] times = new long[1024];
    private long[] changes = new long[1024];
    private int size;

    /** Adds a change of height at a time. */
    void add(long time, long change) {
      if (size == times.length) {
        times = Arrays.copyOf(times, 2 * size);
        changes = Arrays.copyOf(changes, 2 * size);
      }
      times[size] = time;
      changes[size] = change;
      size++;
    }

    /** Raises the curve between two times; does nothing if the interval is empty. */
    void addBetween(long from, long to, long height) {
      if (from < to && height != 0) {
        add(from, height);
        add(to, -height);
      }
    }

    /** Builds the curve; nothing can be added afterwards. */
    StepCurve build() {
      PairSort.sort(times, changes, size);
      int n = 0;
      long height = 0;
      for (int i = 0; i < size; i++) {
        height += changes[i];
        if (n == 0 || times[n - 1] != times[i]) {
          times[n++] = times[i];
        }
        changes[n - 1] = height;
      }
      return new StepCurve(Arrays.copyOf(times, n), Arrays.copyOf(changes, n));
    }
  }
}
