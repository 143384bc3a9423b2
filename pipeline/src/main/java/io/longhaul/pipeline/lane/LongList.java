package io.longhaul.pipeline.lane;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/** A growing list of unboxed numbers. */
final class LongList {
  private long[] numbers;
  private int size;

  LongList() {
    this(new long[16], 0);
  }

  private LongList(long[] numbers, int size) {
    this.numbers = numbers;
    this.size = size;
  }

  void add(long number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, size * 2);
    }
    numbers[size++] = number;
  }

  long[] sorted() {
    long[] sorted = Arrays.copyOf(numbers, size);
    Arrays.sort(sorted);
    return sorted;
  }

  LongList copy() {
    return new LongList(numbers.clone(), size);
  }

  /** Returns a view of the numbers. */
  List<Long> toState() {
    return new AbstractList<>() {
      @Override
      public Long get(int index) {
        return numbers[index];
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  static LongList ofState(List<Long> stored) {
    LongList list = new LongList();
    stored.forEach(list::add);
    return list;
  }
}
