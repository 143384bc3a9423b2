package io.longhaul.pipeline.lane;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

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

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeLong(numbers[i]);
    }
  }

  static LongList readFrom(DataInput in) throws IOException {
    int size = in.readInt();
    long[] numbers = new long[Math.max(16, size)];
    for (int i = 0; i < size; i++) {
      numbers[i] = in.readLong();
    }
    return new LongList(numbers, size);
  }
}
