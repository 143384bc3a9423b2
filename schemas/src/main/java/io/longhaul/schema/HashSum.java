package io.longhaul.schema;

/**
 * An order-independent 128-bit hash of a multiset: each member is mixed to 128 bits, and their sum
 * modulo 2^128 is the hash. Members can be removed again. Equal multisets have equal sums; unequal
 * ones have equal sums with a probability of about 2^-128. The mixer is the finalizer of SplitMix64
 * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), run in two chained
 * lanes. Not thread-safe.
 */
public final class HashSum {
  private long hi;
  private long lo;

  /** Creates the sum of no members. */
  public HashSum() {}

  /** Creates a sum with the halves of an earlier one. */
  public HashSum(long hi, long lo) {
    this.hi = hi;
    this.lo = lo;
  }

  public void add(RequestId id) {
    add(id.hi(), id.lo());
  }

  public void add(long memberHi, long memberLo) {
    long mixedLo = mixLo(memberHi, memberLo);
    lo += mixedLo;
    hi += mixHi(memberHi, memberLo) + (Long.compareUnsigned(lo, mixedLo) < 0 ? 1 : 0);
  }

  /** Adds all members of a sum with these halves. */
  public void addAll(long sumHi, long sumLo) {
    lo += sumLo;
    hi += sumHi + (Long.compareUnsigned(lo, sumLo) < 0 ? 1 : 0);
  }

  public void remove(RequestId id) {
    long mixedLo = mixLo(id.hi(), id.lo());
    long before = lo;
    lo -= mixedLo;
    hi -= mixHi(id.hi(), id.lo()) + (Long.compareUnsigned(before, mixedLo) < 0 ? 1 : 0);
  }

  public long hi() {
    return hi;
  }

  public long lo() {
    return lo;
  }

  private static long mixLo(long memberHi, long memberLo) {
    return mix(mix(memberLo + 0x9E3779B97F4A7C15L) + memberHi);
  }

  private static long mixHi(long memberHi, long memberLo) {
    return mix(mix(memberHi + 0xD1B54A32D192ED03L) ^ memberLo);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns 32 hexadecimal digits. */
  @Override
  public String toString() {
    return String.format("%016x%016x", hi, lo);
  }
}
