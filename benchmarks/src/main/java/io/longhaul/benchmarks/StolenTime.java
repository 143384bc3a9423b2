package io.longhaul.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time that the host of a virtual machine gave to other guests ({@code steal}, see proc(5)). It
 * affects the figures measured meanwhile. Zero if not reported.
 */
record StolenTime(long ticks, long ofTicks) {
  private static final Path STAT = Path.of("/proc/stat");

  /** Columns of stolen time, and of the last value that is not included in another one. */
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

  /** Returns its fraction of the total CPU time since an earlier reading, in percent. */
  double percentSince(StolenTime before) {
    long passed = ofTicks - before.ofTicks;
    return passed == 0 ? 0 : 100.0 * (ticks - before.ticks) / passed;
  }
}
