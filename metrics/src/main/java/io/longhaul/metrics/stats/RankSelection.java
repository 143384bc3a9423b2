package io.longhaul.metrics.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the values at some ranks among more values than fit into memory. The owner adds all values
 * several times, in any order:
 *
 * <ol>
 *   <li>The first pass counts them in the cells of a {@link Grid}: 1024 per power of two.
 *   <li>Each further pass looks at the cells that contain a wanted rank. It stores the values of a
 *       cell with at most {@link #MAX_STORED} of them, and divides a larger one into as many cells
 *       of equal width.
 * </ol>
 *
 * A rank is found when the values of its cell were stored, or when the cell has only one possible
 * value. Usually, this takes two passes; it never takes more than five. Memory does not depend on
 * the number of values. For one thread.
 */
final class RankSelection {
  /** Maximum number of stored values per cell, and of cells into which a larger one is divided. */
  static final int MAX_STORED = 1 << 16;

  private static final int CELLS = Grid.indexOf(Long.MAX_VALUE) + 1;

  /** Counts of the first pass; those of a negative value are at the index of its complement. */
  private long[] positive = new long[CELLS];

  private long[] negative = {};

  private boolean isFirstPass = true;
  private final NavigableMap<Long, Long> found = new TreeMap<>();
  private Range[] open = {};
  private long[] lows = {};

  /** In the second pass, the index of the open range in each cell, or -1; otherwise empty. */
  private byte[] openOfCell = {};

  void add(long value) {
    if (isFirstPass) {
      count(value);
      return;
    }
    int range = rangeOf(value);
    if (range >= 0) {
      open[range].add(value);
    }
  }

  private int rangeOf(long value) {
    if (value >= 0 && openOfCell.length > 0) {
      return openOfCell[Grid.indexOf(value)];
    }
    int place = Arrays.binarySearch(lows, value);
    return place >= 0 ? place : -place - 2;
  }

  private void count(long value) {
    if (value >= 0) {
      positive[Grid.indexOf(value)]++;
    } else {
      if (negative.length == 0) {
        negative = new long[CELLS];
      }
      negative[Grid.indexOf(~value)]++;
    }
  }

  boolean isFirstPass() {
    return isFirstPass;
  }

  /**
   * Ends the first pass.
   *
   * @param ranks wanted ranks, counted from 0
   * @param min smallest value
   * @param max greatest value
   */
  void endFirstPass(NavigableSet<Long> ranks, long min, long max) {
    NextPass next = new NextPass(ranks, min, max);
    for (int cell = negative.length - 1; cell >= 0; cell--) {
      long low = Grid.lowestValueOf(cell);
      next.cell(~(low + Grid.widthOf(cell) - 1), ~low, negative[cell]);
    }
    for (int cell = 0; cell < CELLS; cell++) {
      long low = Grid.lowestValueOf(cell);
      next.cell(low, low + (Grid.widthOf(cell) - 1), positive[cell]);
    }
    isFirstPass = false;
    positive = new long[0];
    negative = new long[0];
    begin(next.ranges);
    openOfCell = new byte[CELLS];
    Arrays.fill(openOfCell, (byte) -1);
    for (int range = 0; range < open.length; range++) {
      if (open[range].low >= 0) {
        openOfCell[Grid.indexOf(open[range].low)] = (byte) range;
      }
    }
  }

  /** Ends a further pass. */
  void endPass() {
    List<Range> ranges = new ArrayList<>();
    for (Range range : open) {
      if (range.values.length > 0) {
        range.findStored();
      } else {
        ranges.addAll(range.divided());
      }
    }
    begin(ranges);
    openOfCell = new byte[0];
  }

  private void begin(List<Range> ranges) {
    open = ranges.toArray(Range[]::new);
    lows = ranges.stream().mapToLong(range -> range.low).toArray();
    ranges.forEach(Range::allocate);
  }

  /** Returns whether every rank is found. */
  boolean isFinished() {
    return !isFirstPass && open.length == 0;
  }

  /** Returns the value of a wanted rank. */
  long valueAt(long rank) {
    Long value = found.get(rank);
    if (value == null) {
      throw new IllegalStateException("Cannot return the value of rank " + rank + ": not found");
    }
    return value;
  }

  /** Collects the cells with wanted ranks from all cells in ascending order. */
  private final class NextPass {
    private final NavigableSet<Long> ranks;
    private final long min;
    private final long max;
    private final List<Range> ranges = new ArrayList<>();
    private long below;
    private long nextRank;

    NextPass(NavigableSet<Long> ranks, long min, long max) {
      this.ranks = ranks;
      this.min = min;
      this.max = max;
      this.nextRank = firstFrom(0);
    }

    private long firstFrom(long rank) {
      Long first = ranks.ceiling(rank);
      return first == null ? Long.MAX_VALUE : first;
    }

    void cell(long low, long high, long count) {
      if (below + count > nextRank) {
        select(low, high, count);
        nextRank = firstFrom(below + count);
      }
      below += count;
    }

    private void select(long low, long high, long count) {
      NavigableSet<Long> inside = ranks.subSet(below, true, below + count, false);
      long from = Math.max(low, min);
      if (from == Math.min(high, max)) {
        inside.forEach(rank -> found.put(rank, from));
      } else {
        ranges.add(new Range(from, Math.min(high, max), below, count, new TreeSet<>(inside)));
      }
    }
  }

  /** A cell with wanted ranks. */
  private final class Range {
    private final long low;
    private final long high;
    private final long below;
    private final long count;
    private final NavigableSet<Long> ranks;
    private long[] values = {};
    private int stored;
    private long[] cells = {};
    private int shift;

    /**
     * @param below number of values below the lowest one
     */
    Range(long low, long high, long below, long count, NavigableSet<Long> ranks) {
      this.low = low;
      this.high = high;
      this.below = below;
      this.count = count;
      this.ranks = ranks;
    }

    void allocate() {
      if (count <= MAX_STORED) {
        values = new long[(int) count];
      } else {
        while ((high - low) >>> shift >= MAX_STORED) {
          shift++;
        }
        cells = new long[(int) ((high - low) >>> shift) + 1];
      }
    }

    void add(long value) {
      if (value > high) {
        return;
      }
      if (cells.length > 0) {
        cells[(int) ((value - low) >>> shift)]++;
      } else {
        values[stored++] = value;
      }
    }

    void findStored() {
      Arrays.sort(values);
      ranks.forEach(rank -> found.put(rank, values[(int) (rank - below)]));
    }

    List<Range> divided() {
      NextPass next = new NextPass(ranks, low, high);
      next.below = below;
      for (int cell = 0; cell < cells.length; cell++) {
        long from = low + ((long) cell << shift);
        next.cell(from, from + Math.min(high - from, (1L << shift) - 1), cells[cell]);
      }
      return next.ranges;
    }
  }
}
