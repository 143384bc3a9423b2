package io.longhaul.metrics.sweep;

import java.util.Arrays;

/**
 * Sorts numbers that have a value each, in time proportional to their count: distributes them by
 * one digit after another, from the lowest (radix sort).
 */
final class PairSort {
  /** Above this size, counting larger digits costs less than another distribution. */
  private static final int MANY = 4096;

  private static final int SMALL_DIGIT_BITS = 8;
  private static final int LARGE_DIGIT_BITS = 11;

  private PairSort() {}

  /** Sorts the first numbers by size, with their values. */
  static void sort(long[] numbers, long[] values, int size) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      min = Math.min(min, numbers[i]);
      max = Math.max(max, numbers[i]);
    }
    if (min >= max) {
      return;
    }
    int bits = size > MANY ? LARGE_DIGIT_BITS : SMALL_DIGIT_BITS;
    long[] fromNumbers = numbers;
    long[] fromValues = values;
    long[] toNumbers = new long[size];
    long[] toValues = new long[size];
    int[] places = new int[1 << bits];
    // The difference is unsigned: it can exceed 63 bits.
    for (int shift = 0; shift < Long.SIZE && (max - min) >>> shift != 0; shift += bits) {
      findPlaces(fromNumbers, size, min, shift, places);
      for (int i = 0; i < size; i++) {
        int place = places[digit(fromNumbers[i] - min, shift, places)]++;
        toNumbers[place] = fromNumbers[i];
        toValues[place] = fromValues[i];
      }
      long[] numbersBefore = fromNumbers;
      fromNumbers = toNumbers;
      toNumbers = numbersBefore;
      long[] valuesBefore = fromValues;
      fromValues = toValues;
      toValues = valuesBefore;
    }
    if (fromNumbers != numbers) {
      System.arraycopy(fromNumbers, 0, numbers, 0, size);
      System.arraycopy(fromValues, 0, values, 0, size);
    }
  }

  /** Finds the place of the first number with each digit. */
  private static void findPlaces(long[] numbers, int size, long min, int shift, int[] places) {
    Arrays.fill(places, 0);
    for (int i = 0; i < size; i++) {
      places[digit(numbers[i] - min, shift, places)]++;
    }
    int before = 0;
    for (int digit = 0; digit < places.length; digit++) {
      int count = places[digit];
      places[digit] = before;
      before += count;
    }
  }

  private static int digit(long aboveMin, int shift, int[] places) {
    return (int) (aboveMin >>> shift) & (places.length - 1);
  }
}
