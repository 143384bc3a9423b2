package io.longhaul.metrics.stats;

import java.util.Arrays;

/**
 * Counts per bucket of the {@link Grid}, most of which are 0: a hash table with open addressing in
 * two plain arrays, so that adding a value allocates no object.
 */
final class SparseCounts {
  private static final int FIRST_CAPACITY = 16;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  /** Bucket index + 1; 0 marks a free slot. */
  private int[] places;

  private long[] counts;
  private int size;
  private int shift;

  SparseCounts() {
    allocate(FIRST_CAPACITY);
  }

  private SparseCounts(SparseCounts other) {
    places = other.places.clone();
    counts = other.counts.clone();
    size = other.size;
    shift = other.shift;
  }

  private void allocate(int capacity) {
    places = new int[capacity];
    counts = new long[capacity];
    shift = Integer.numberOfLeadingZeros(capacity) + 1;
  }

  void add(int index, long count) {
    int place = placeOf(index);
    if (places[place] == 0) {
      if (2 * (size + 1) > places.length) {
        grow();
        place = placeOf(index);
      }
      places[place] = index + 1;
      size++;
    }
    counts[place] += count;
  }

  /** Returns the slot of the index, or the free slot for it. */
  private int placeOf(int index) {
    int mask = places.length - 1;
    int place = (index * GOLDEN_RATIO) >>> shift;
    while (places[place] != 0 && places[place] != index + 1) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldPlaces = places;
    long[] oldCounts = counts;
    allocate(2 * oldPlaces.length);
    for (int i = 0; i < oldPlaces.length; i++) {
      if (oldPlaces[i] != 0) {
        int place = placeOf(oldPlaces[i] - 1);
        places[place] = oldPlaces[i];
        counts[place] = oldCounts[i];
      }
    }
  }

  void merge(SparseCounts other) {
    // The other's counts come in the order of their hashes: in a smaller table, they would collide.
    while (places.length < other.places.length) {
      grow();
    }
    for (int i = 0; i < other.places.length; i++) {
      if (other.places[i] != 0) {
        add(other.places[i] - 1, other.counts[i]);
      }
    }
  }

  /** Returns the number of buckets with a count. */
  int size() {
    return size;
  }

  long count(int index) {
    return counts[placeOf(index)];
  }

  /** Returns the bucket indexes with a count, ascending. */
  int[] indexes() {
    int[] indexes = new int[size];
    int n = 0;
    for (int place : places) {
      if (place != 0) {
        indexes[n++] = place - 1;
      }
    }
    Arrays.sort(indexes);
    return indexes;
  }

  SparseCounts copy() {
    return new SparseCounts(this);
  }
}
