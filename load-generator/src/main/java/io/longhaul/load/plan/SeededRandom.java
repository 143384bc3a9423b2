package io.longhaul.load.plan;

import java.nio.charset.StandardCharsets;

/**
 * A deterministic source of random numbers that gives the same sequence on every machine and Java
 * version: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014), with {@code StrictMath} wherever a real number is made.
 *
 * <p>Each use has a named stream of its own, and a stream splits into numbered ones, so that
 * drawing more of one thing never shifts another. Not safe for several threads.
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

  /** The stream of this name under this seed. */
  public static SeededRandom named(long seed, String name) {
    long origin = mix(seed + GOLDEN_GAMMA);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      origin = mix(origin + GOLDEN_GAMMA + b);
    }
    return new SeededRandom(origin);
  }

  /** The numbered stream below this one; it does not depend on what was drawn here. */
  public SeededRandom split(long number) {
    return new SeededRandom(mix(mix(origin ^ GOLDEN_GAMMA) + number * GOLDEN_GAMMA));
  }

  /** Any long, all alike. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** A number between 0 and 1, never one of the two. */
  public double nextUnit() {
    return ((nextLong() >>> 11) + 0.5) * UNIT;
  }

  /** A whole number from 0 to below the bound, which must be positive. */
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("Invalid bound: " + bound + " (1 or more)");
    }
    return (int) (nextUnit() * bound);
  }

  /** A number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller). */
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
