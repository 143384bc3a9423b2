package io.longhaul.mock.script;

import java.nio.charset.StandardCharsets;

/**
 * A reproducible sequence of pseudo-random numbers.
 *
 * <p>SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014) with
 * {@link StrictMath}, so that the numbers do not depend on the Java version or processor. Not
 * thread-safe: a sequence belongs to one request.
 */
public final class Draws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  /**
   * Purpose of a sequence. Each purpose has its own sequence, so that an additional draw for one
   * purpose does not change the others.
   */
  public enum Purpose {
    TIME_TO_FIRST_TOKEN(1),
    INTER_TOKEN_LATENCY(2),
    OUTPUT_LENGTH(3),
    TEXT(4),
    FAULT(5),
    GPU(6);

    private final long salt;

    Purpose(long number) {
      this.salt = number * GOLDEN_GAMMA;
    }
  }

  private long state;

  private Draws(long state) {
    this.state = state;
  }

  /**
   * Returns the sequence of one request for one purpose.
   *
   * @param seed seed of the server
   * @param key key of the request, see {@link #keyOf}
   */
  public static Draws of(long seed, long key, Purpose purpose) {
    return new Draws(mix(mix(seed + GOLDEN_GAMMA) ^ mix(key + purpose.salt)));
  }

  /** Returns a request's key: FNV-1a of its ID's UTF-8 bytes. */
  public static long keyOf(String requestId) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : requestId.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** Returns a uniform value in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Returns a uniform value in [0, bound). */
  public int nextInt(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /**
   * Returns a standard normal value, by Box and Muller; the second value of each pair is discarded.
   */
  double nextGaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - nextDouble()));
    return radius * StrictMath.cos(2 * StrictMath.PI * nextDouble());
  }

  /** Returns an exponential value with mean 1. */
  double nextExponential() {
    return -StrictMath.log(1 - nextDouble());
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
