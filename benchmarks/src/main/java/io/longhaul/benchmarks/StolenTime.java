package io.longhaul.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The time of processors that a machine's host gave to others ({@code steal}, see proc(5)): what
 * was measured meanwhile is the host's as well. Zero where nobody tells.
 */
record StolenTime(long ticks, long ofTicks) {
  private static final Path STAT = Path.of("/proc/stat");

  /** The word's own column, and the last one that is no part of another. */
  private static final int STEAL = 8;

  static StolenTime untilNow() throws IOException {
    if (!Files.exists(STAT)) {
      return new StolenTime(0, 0);
    }
    String[] words = Files.readAllLines(STAT).get(0).split(" +", -1);
    long all = 0;
    for (int i = 1; i <= STEAL; i++) {
      all += Long.parseLong(words[i]);
    }
    return new StolenTime(Long.parseLong(words[STEAL]), all);
  }

  /** How much it was of all time of all processors. */
  double percentSince(StolenTime before) {
    long passed = ofTicks - before.ofTicks;
    return passed == 0 ? 0 : 100.0 * (ticks - before.ticks) / passed;
  }
}
