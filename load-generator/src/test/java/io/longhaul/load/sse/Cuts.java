package io.longhaul.load.sse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Ways in which a network may split the same bytes. */
final class Cuts {

  private static final int RANDOM_CUTS = 40;

  private Cuts() {}

  /**
   * Returns the splits: one piece, single bytes, every two pieces, and random pieces with a fixed
   * seed.
   */
  static List<List<byte[]>> of(byte[] bytes) {
    List<List<byte[]>> cuts = new ArrayList<>();
    cuts.add(List.of(bytes.clone()));
    cuts.add(pieces(bytes, new Random(0), 1));
    if (bytes.length <= 300) {
      for (int at = 0; at <= bytes.length; at++) {
        cuts.add(List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length)));
      }
    }
    Random random = new Random(4711);
    for (int i = 0; i < RANDOM_CUTS; i++) {
      cuts.add(pieces(bytes, random, 1 + random.nextInt(24)));
    }
    return cuts;
  }

  private static List<byte[]> pieces(byte[] bytes, Random random, int longest) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    while (from < bytes.length) {
      int to = Math.min(bytes.length, from + 1 + random.nextInt(longest));
      pieces.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return pieces;
  }
}
