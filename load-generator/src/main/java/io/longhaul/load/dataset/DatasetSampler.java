package io.longhaul.load.dataset;

import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Sampling;
import io.longhaul.load.plan.SeededRandom;

/**
 * Which entry belongs to which plan index: a function of the seed and the index alone, so that
 * every generator knows it without counting. Safe on any thread.
 */
final class DatasetSampler {
  /** Fewer would do for many entries; a handful of them needs more to be well mixed. */
  private static final int ROUNDS = 12;

  private final Sampling sampling;
  private final int entries;

  /** The plan index that has the first entry when they are asked in order. */
  private final long first;

  private final SeededRandom random;

  /** Half of the bits that a place needs, rounded up; at least 1. */
  private final int halfBits;

  private DatasetSampler(Sampling sampling, int entries, long first, SeededRandom random) {
    this.sampling = sampling;
    this.entries = entries;
    this.first = first;
    this.random = random;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, entries - 1));
    this.halfBits = (bits + 1) / 2;
  }

  /**
   * The sampler of a dataset of so many entries. A fixed schedule, which has them in order, begins
   * with the first: a warm-up does not use up what is to be replayed.
   */
  static DatasetSampler of(RunPlan plan, int entries) {
    boolean timed = plan.load().profiling().fixedSchedule();
    return new DatasetSampler(
        plan.dataset().sampling(),
        entries,
        timed ? plan.load().firstPlanIndexOf(LoadPhase.PROFILING) : 0,
        SeededRandom.named(plan.seed(), "sampling"));
  }

  /** The sampler of so many things of any kind. */
  static DatasetSampler of(Sampling sampling, int entries, SeededRandom random) {
    return new DatasetSampler(sampling, entries, 0, random);
  }

  int entryFor(long planIndex) {
    return switch (sampling) {
      case SEQUENTIAL -> (int) Math.floorMod(planIndex - first, (long) entries);
      case RANDOM -> random.split(planIndex).nextInt(entries);
      case SHUFFLE -> shuffled(planIndex / entries, (int) (planIndex % entries));
    };
  }

  /**
   * The entry at a place of a round's order. The order is never written down: a Feistel network of
   * {@value #ROUNDS} rounds is a permutation of a power of four, and what falls outside of the
   * entries goes through it again ("cycle walking", Black and Rogaway, "Ciphers with arbitrary
   * finite domains", CT-RSA 2002).
   */
  private int shuffled(long round, int position) {
    SeededRandom keys = random.split(round);
    long[] key = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      key[i] = keys.nextLong();
    }
    long entry = permuted(position, key);
    while (entry >= entries) {
      entry = permuted(entry, key);
    }
    return (int) entry;
  }

  private long permuted(long position, long[] key) {
    long mask = (1L << halfBits) - 1;
    long left = position >>> halfBits;
    long right = position & mask;
    for (long k : key) {
      long mixed = (right + k) * 0x9E3779B97F4A7C15L;
      long spread = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
      long next = left ^ ((spread >>> 32) & mask);
      left = right;
      right = next;
    }
    return (left << halfBits) | right;
  }
}
