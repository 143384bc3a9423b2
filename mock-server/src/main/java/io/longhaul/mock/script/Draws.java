package io.longhaul.mock.script;

import java.nio.charset.StandardCharsets;

/**
 * A sequence of pseudo-random numbers that is the same wherever it is drawn.
 *
 * <p>SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014) with
 * {@link StrictMath}, so that no Java version or processor changes a draw. Not thread-safe: a
 * sequence belongs to one request.
 */
public final class Draws {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  /**
   * What a sequence is for. Each has its own, so that a draw more of one kind never moves another.
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
   * The sequence of one request for one purpose.
   *
   * @param seed the server's seed
   * @param key what names the request, see {@link #keyOf}
   */
  public static Draws of(long seed, long key, Purpose purpose) {
    return new Draws(mix(mix(seed + GOLDEN_GAMMA) ^ mix(key + purpose.salt)));
  }

  /** A request's key from its id: FNV-1a over the id's UTF-8 bytes. */
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

  /** Uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Uniform in [0, bound). */
  public int nextInt(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** Standard normal, by Box and Muller; the second value of each pair is not kept. */
  double nextGaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - nextDouble()));
    return radius * StrictMath.cos(2 * StrictMath.PI * nextDouble());
  }

  /** Exponential with mean 1. */
  double nextExponential() {
    return -StrictMath.log(1 - nextDouble());
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
