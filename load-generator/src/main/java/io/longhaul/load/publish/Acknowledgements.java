package io.longhaul.load.publish;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The records of a lane that are settled: acknowledged, rejected or lost, in any order. Any thread.
 */
final class Acknowledgements {
  private final BitSet settledFromBase = new BitSet();
  private final List<Long> lost = new ArrayList<>();
  private long base;
  private long offered;
  private long settled;

  synchronized void offered() {
    offered++;
  }

  synchronized void refused(long seq) {
    settle(seq);
  }

  synchronized void acknowledged(long seq) {
    settle(seq);
  }

  synchronized void lost(long seq) {
    lost.add(seq);
    settle(seq);
  }

  synchronized long settledBelow() {
    return base;
  }

  synchronized long unsettled() {
    return offered - settled;
  }

  synchronized List<Long> takeLost() {
    if (lost.isEmpty()) {
      return List.of();
    }
    List<Long> seqs = lost.stream().sorted().toList();
    lost.clear();
    return seqs;
  }

  private void settle(long seq) {
    settled++;
    settledFromBase.set((int) (seq - base));
    int contiguous = settledFromBase.nextClearBit(0);
    if (contiguous == 0) {
      return;
    }
    int highest = settledFromBase.length();
    if (highest > contiguous) {
      BitSet rest = settledFromBase.get(contiguous, highest);
      settledFromBase.clear();
      settledFromBase.or(rest);
    } else {
      settledFromBase.clear();
    }
    base += contiguous;
  }
}
