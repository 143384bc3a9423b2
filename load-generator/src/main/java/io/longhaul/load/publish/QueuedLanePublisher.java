package io.longhaul.load.publish;

import io.longhaul.load.spool.SpoolRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Puts a lane's records into the queue, and tracks which of them are settled: acknowledged,
 * rejected or lost, in any order. Any thread.
 */
final class QueuedLanePublisher implements LanePublisher {
  private static final int LEAST_DROPPED_BITS = 1_024;

  private final int number;
  private final String topic;
  private final int partition;
  private final RecordQueue queue;
  private final BooleanSupplier crowded;
  private final List<Long> lost = new ArrayList<>();

  /** Bit i is set if the record {@code firstBit + i} is settled; the records before are settled. */
  private BitSet settledBits = new BitSet();

  private long firstBit;

  /** The first record that is not settled. */
  private long firstUnsettled;

  private long offered;
  private long settled;
  private long nextToSend;

  /** The records from here on are not in the spool. */
  private long storedBelow;

  /**
   * @param number number of the lane in its publisher
   * @param crowded whether no new requests should start
   */
  QueuedLanePublisher(
      int number, String topic, int partition, RecordQueue queue, BooleanSupplier crowded) {
    this.number = number;
    this.topic = topic;
    this.partition = partition;
    this.queue = queue;
    this.crowded = crowded;
  }

  @Override
  public boolean offer(long seq, byte[] key, byte[] value) {
    // Counted first, because it may be acknowledged before offer returns.
    countOffered();
    if (queue.offer(new PendingRecord(seq, key, value, true))) {
      return true;
    }
    settle(seq, false);
    return false;
  }

  private synchronized void countOffered() {
    offered++;
  }

  @Override
  public synchronized long ackedBelow() {
    return firstUnsettled;
  }

  @Override
  public synchronized long unacked() {
    return offered - settled;
  }

  @Override
  public boolean isCrowded() {
    return crowded.getAsBoolean();
  }

  @Override
  public synchronized List<Long> takeLost() {
    if (lost.isEmpty()) {
      return List.of();
    }
    List<Long> seqs = lost.stream().sorted().toList();
    lost.clear();
    return seqs;
  }

  /** Returns a record of this lane that was accepted earlier and read from the spool. */
  PendingRecord restored(SpoolRecord record) {
    return new PendingRecord(record.seq(), record.key(), record.value(), false);
  }

  /**
   * Settles as lost the accepted records that should have been sent before this one: the spool
   * could not read them.
   */
  private synchronized void sending(long seq) {
    loseUnsentBelow(seq);
    nextToSend = seq + 1;
  }

  /**
   * States that every record in the spool was read. Settles as lost those that it could not read.
   */
  synchronized void everyStoredRecordIsRead() {
    loseUnsentBelow(storedBelow);
    nextToSend = Math.max(nextToSend, storedBelow);
  }

  private void loseUnsentBelow(long seq) {
    for (long before = nextToSend; before < seq; before++) {
      if (!isSettled(before)) {
        settle(before, true);
        queue.settled();
      }
    }
  }

  private boolean isSettled(long seq) {
    return seq < firstUnsettled || settledBits.get((int) (seq - firstBit));
  }

  private synchronized void stored(long seq) {
    storedBelow = Math.max(storedBelow, seq + 1);
  }

  private synchronized void settle(long seq, boolean isLost) {
    if (isLost) {
      lost.add(seq);
    }
    settled++;
    settledBits.set((int) (seq - firstBit));
    firstUnsettled = firstBit + settledBits.nextClearBit((int) (firstUnsettled - firstBit));
    dropSettledPrefix();
  }

  /** Drops the settled prefix when it is the greater part, so that each bit is rarely copied. */
  private void dropSettledPrefix() {
    int prefix = (int) (firstUnsettled - firstBit);
    int length = settledBits.length();
    if (prefix >= LEAST_DROPPED_BITS && prefix >= length / 2) {
      settledBits = settledBits.get(prefix, length);
      firstBit = firstUnsettled;
    }
  }

  /** A record that was accepted and is kept until it is settled. */
  final class PendingRecord {
    private final long seq;
    final byte[] key;
    final byte[] value;

    /** When it was accepted or read from the spool, by {@link System#nanoTime}. */
    final long acceptedNanos = System.nanoTime();

    /** Its end in the spool; 0 while it is only in memory. For the publishing thread. */
    long spoolPosition;

    private boolean countsInQueue;
    private boolean settled;

    private PendingRecord(long seq, byte[] key, byte[] value, boolean countsInQueue) {
      this.seq = seq;
      this.key = key;
      this.value = value;
      this.countsInQueue = countsInQueue;
    }

    String topic() {
      return topic;
    }

    int partition() {
      return partition;
    }

    /** Returns the record in the form of the spool. */
    SpoolRecord toSpool() {
      return new SpoolRecord(number, seq, topic, partition, key, value);
    }

    int sizeBytes() {
      return key.length + value.length;
    }

    synchronized boolean isSettled() {
      return settled;
    }

    /** States that it is sent now. In the order of the lane. */
    void sending() {
      QueuedLanePublisher.this.sending(seq);
    }

    /** States that it is in the spool. */
    void stored(long position) {
      spoolPosition = position;
      QueuedLanePublisher.this.stored(seq);
      release();
    }

    private synchronized void release() {
      if (countsInQueue) {
        countsInQueue = false;
        queue.released(this);
      }
    }

    /** Settles the record. Any thread; only the first call has an effect. */
    void acknowledged() {
      settle(false);
    }

    void lost() {
      settle(true);
    }

    private void settle(boolean isLost) {
      synchronized (this) {
        if (settled) {
          return;
        }
        settled = true;
      }
      QueuedLanePublisher.this.settle(seq, isLost);
      release();
      queue.settled();
    }
  }
}
