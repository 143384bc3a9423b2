package io.longhaul.load.publish;

/** A record that was taken and is held until it is settled. */
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

  /** As it stands in a file. */
  RecordFile.Entry entry() {
    return new RecordFile.Entry(topic(), partition(), key, value);
  }

  /** When it was taken, as {@link System#nanoTime} counts. */
  long acceptedNanos() {
    return acceptedNanos;
  }

  int sizeBytes() {
    return key.length + value.length;
  }

  synchronized boolean isSettled() {
    return settled;
  }

  /** Any thread; only the first settling counts. */
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
