package io.longhaul.load.plan.check;

import java.nio.charset.StandardCharsets;

/**
 * A deterministic random number generator that returns the same sequence on every machine and Java
 * version: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014), with {@code StrictMath} for real numbers.
 *
 * <p>Each use has a named stream. A stream can be split into numbered streams, so that an
 * additional draw in one place does not change another. Not thread-safe.
 */
public final class SeededRandom {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private final long origin;
  private long state;

  private SeededRandom(long origin) {
    this.origin = origin;
    this.state = origin;
  }

  /** Returns the stream with this name and seed. */
  public static SeededRandom named(long seed, String name) {
    long origin = mix(seed + GOLDEN_GAMMA);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      origin = mix(origin + GOLDEN_GAMMA + b);
    }
    return new SeededRandom(origin);
  }

  /** Returns a numbered sub-stream, which does not depend on the values drawn from this stream. */
  public SeededRandom split(long number) {
    return new SeededRandom(mix(mix(origin ^ GOLDEN_GAMMA) + number * GOLDEN_GAMMA));
  }

  /** Returns a uniformly distributed long. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** Returns a uniformly distributed number between 0 and 1, both exclusive. */
  public double nextUnit() {
    return ((nextLong() >>> 11) + 0.5) * UNIT;
  }

  /** Returns a uniformly distributed integer from 0 to below the bound, which must be positive. */
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("Invalid bound: " + bound + " (1 or more)");
    }
    return (int) (nextUnit() * bound);
  }

  /** Returns a normally distributed number with mean 0 and standard deviation 1 (Box-Muller). */
  public double nextGaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(nextUnit()));
    return radius * StrictMath.cos(2 * StrictMath.PI * nextUnit());
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
