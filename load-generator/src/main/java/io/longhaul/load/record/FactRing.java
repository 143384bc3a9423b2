package io.longhaul.load.record;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The way from the loop to the recording thread: a ring of fixed size for exactly one writer and
 * one reader.
 *
 * <p>Assumption: {@link #offer} is called by one thread, {@link #drain} by one other.
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>Neither side waits, takes a lock, makes a system call or allocates. The reader looks for
 *       itself whether there is something; nobody wakes it, because waking costs the one who wakes.
 *   <li>What was offered is drained once, in order, with everything that was written before it.
 *   <li>A full ring refuses; nothing is overwritten.
 * </ol>
 */
final class FactRing {

  /** Hears what is drained. */
  interface Reader {
    void fact(Fact fact, long atNanos, long number, Object subject, Object content);
  }

  private final int mask;
  private final Fact[] facts;
  private final long[] times;
  private final long[] numbers;
  private final Object[] subjects;
  private final Object[] contents;

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** The writer's memory of how far the reader was when it last looked. */
  private long readAsSeenByWriter;

  /** The reader's largest depth since it was taken. */
  private long depthMax;

  /**
   * @param slots a power of two
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
   * Writes a fact, unless that would leave fewer free slots than are to be kept. The writer.
   *
   * @param number whatever belongs to the fact and is a number
   * @param content whatever belongs to it and is not
   * @return whether it was written
   */
  boolean offer(
      int minFree, Fact fact, long atNanos, long number, Object subject, Object content) {
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

  /** Hands everything that was written so far to the reader, and says how much it was. */
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

  /** The largest depth that {@link #drain} met since the call before. The reader. */
  long takeDepthMax() {
    long max = depthMax;
    depthMax = 0;
    return max;
  }
}
