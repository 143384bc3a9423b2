package io.longhaul.load.dataset.prompt;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.load.LoadPhase;

/**
 * Maps plan indices to entries. The result depends only on the seed and the index, so every
 * generator computes it without coordination. Thread-safe.
 *
 * @param first plan index of the first entry in sequential order
 */
public record DatasetSampler(
    SamplingStrategy sampling, int entries, long first, SeededRandom random) {
  /**
   * Fewer rounds would suffice for many entries, but a handful of entries needs more to be mixed
   * well.
   */
  private static final int ROUNDS = 12;

  /**
   * Returns the sampler for this number of entries. A fixed schedule starts at the first entry in
   * the profiling phase, so that a warmup does not consume entries.
   */
  public static DatasetSampler of(RunPlan plan, int entries) {
    boolean timed = plan.load().profiling().fixedSchedule();
    return new DatasetSampler(
        plan.dataset().sampling(),
        entries,
        timed ? plan.load().firstPlanIndexOf(LoadPhase.PROFILING) : 0,
        SeededRandom.named(plan.seed(), "sampling"));
  }

  public int entryFor(long planIndex) {
    return switch (sampling) {
      case SEQUENTIAL -> (int) Math.floorMod(planIndex - first, (long) entries);
      case RANDOM -> random.split(planIndex).nextInt(entries);
      case SHUFFLE -> shuffled(planIndex / entries, (int) (planIndex % entries));
    };
  }

  /**
   * Returns the entry at a position of a round's order. The order is computed, not stored: a
   * Feistel network of {@value #ROUNDS} rounds is a permutation of a power of four, and results
   * outside the range of entries are permuted again ("cycle walking", Black and Rogaway, "Ciphers
   * with arbitrary finite domains", CT-RSA 2002).
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
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, entries - 1));
    int halfBits = (bits + 1) / 2; // Rounded up; at least 1.
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
