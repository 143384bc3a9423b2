package io.longhaul.load.record;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The queue from the event loop to the recording thread: a ring of fixed size for exactly one
 * writer and one reader.
 *
 * <p>Assumption: one thread calls {@link #offer}, another one {@link #drain}.
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Neither side waits, takes a lock, makes a system call or allocates. The reader polls; the
 *       writer does not wake it, because that would cost the writer time.
 *   <li>Each offered fact is drained once, in order, together with everything that was written
 *       before it.
 *   <li>A full ring rejects facts; it never overwrites any.
 * </ol>
 */
final class FactRing {

  /** Receives drained facts. */
  interface Reader {
    void fact(
        Fact fact, long atNanos, long number, @Nullable Object subject, @Nullable Object content);
  }

  private final int mask;
  private final Fact[] facts;
  private final long[] times;
  private final long[] numbers;
  private final @Nullable Object[] subjects;
  private final @Nullable Object[] contents;

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** The position of the reader when the writer last looked. */
  private long readAsSeenByWriter;

  /** The largest depth that the reader has seen since it was last taken. */
  private long depthMax;

  /**
   * @param slots size, a power of two
   */
  FactRing(int slots) {
    if (Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("Invalid ring size: " + slots + " (a power of two)");
    }
    this.mask = slots - 1;
    this.facts = new Fact[slots];
    this.times = new long[slots];
    this.numbers = new long[slots];
    this.subjects = new Object[slots];
    this.contents = new Object[slots];
  }

  int slots() {
    return facts.length;
  }

  /**
   * Writes a fact, unless that would leave fewer than {@code minFree} free slots. For the writer.
   *
   * @param number numeric value of the fact
   * @param content other value of the fact
   * @return whether it was written
   */
  boolean offer(
      int minFree,
      Fact fact,
      long atNanos,
      long number,
      @Nullable Object subject,
      @Nullable Object content) {
    long next = written.getPlain();
    if (!hasFree(next, minFree + 1)) {
      return false;
    }
    int slot = (int) next & mask;
    facts[slot] = fact;
    times[slot] = atNanos;
    numbers[slot] = number;
    subjects[slot] = subject;
    contents[slot] = content;
    written.setRelease(next + 1);
    return true;
  }

  private boolean hasFree(long next, int needed) {
    if (next + needed - readAsSeenByWriter <= facts.length) {
      return true;
    }
    readAsSeenByWriter = read.getAcquire();
    return next + needed - readAsSeenByWriter <= facts.length;
  }

  /** Passes all written facts to the reader, and returns their number. */
  int drain(Reader reader) {
    long from = read.getPlain();
    long to = written.getAcquire();
    depthMax = Math.max(depthMax, to - from);
    for (long next = from; next < to; next++) {
      int slot = (int) next & mask;
      Fact fact = facts[slot];
      long atNanos = times[slot];
      long number = numbers[slot];
      Object subject = subjects[slot];
      Object content = contents[slot];
      subjects[slot] = null;
      contents[slot] = null;
      read.setRelease(next + 1);
      reader.fact(fact, atNanos, number, subject, content);
    }
    return (int) (to - from);
  }

  /**
   * Returns the largest depth that {@link #drain} found since the previous call. For the reader.
   */
  long takeDepthMax() {
    long max = depthMax;
    depthMax = 0;
    return max;
  }
}
