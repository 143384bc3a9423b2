package io.longhaul.load.publish;

/** A record that was accepted and is kept until it is settled. */
final class PendingRecord {
  private final QueuedLanePublisher lane;
  private final long seq;
  private final byte[] key;
  private final byte[] value;
  private final long acceptedNanos = System.nanoTime();
  private boolean settled;

  PendingRecord(QueuedLanePublisher lane, long seq, byte[] key, byte[] value) {
    this.lane = lane;
    this.seq = seq;
    this.key = key;
    this.value = value;
  }

  String topic() {
    return lane.topic();
  }

  int partition() {
    return lane.partition();
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  /** Returns the record in the form of a file entry. */
  RecordFile.Entry entry() {
    return new RecordFile.Entry(topic(), partition(), key, value);
  }

  /** Returns when it was accepted, by {@link System#nanoTime}. */
  long acceptedNanos() {
    return acceptedNanos;
  }

  int sizeBytes() {
    return key.length + value.length;
  }

  synchronized boolean isSettled() {
    return settled;
  }

  /** Settles the record. Any thread; only the first call has an effect. */
  void acknowledged() {
    if (settle()) {
      lane.acknowledged(this, seq);
    }
  }

  void lost() {
    if (settle()) {
      lane.lost(this, seq);
    }
  }

  private synchronized boolean settle() {
    boolean first = !settled;
    settled = true;
    return first;
  }
}
