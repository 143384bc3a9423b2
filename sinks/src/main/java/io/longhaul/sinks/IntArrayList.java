package io.longhaul.sinks;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A list column of a row over an array, which must not change. Its numbers are boxed only for those
 * who ask for objects, which the writer of files does not.
 */
public final class IntArrayList extends AbstractList<Integer> implements RandomAccess {
  private final int[] numbers;

  public IntArrayList(int[] numbers) {
    this.numbers = numbers;
  }

  /** Returns a number without boxing it. */
  public int at(int index) {
    return numbers[index];
  }

  @Override
  public Integer get(int index) {
    return numbers[index];
  }

  @Override
  public int size() {
    return numbers.length;
  }
}
