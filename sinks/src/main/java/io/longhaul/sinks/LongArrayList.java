package io.longhaul.sinks;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A list column of a row over an array, which must not change. Its numbers are boxed only for those
 * who ask for objects, which the writer of files does not.
 */
public final class LongArrayList extends AbstractList<Long> implements RandomAccess {
  private final long[] numbers;

  public LongArrayList(long[] numbers) {
    this.numbers = numbers;
  }

  /** Returns a number without boxing it. */
  public long at(int index) {
    return numbers[index];
  }

  @Override
  public Long get(int index) {
    return numbers[index];
  }

  @Override
  public int size() {
    return numbers.length;
  }
}
