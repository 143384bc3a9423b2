package io.longhaul.load.publish;

/** A record that was taken and is held until it is settled. */
final class PendingRecord {
  private final QueuedLanePublisher outlet;
  private final long seq;
  private final byte[] key;
  private final byte[] value;
  private final long takenNanos = System.nanoTime();
  private boolean settled;

  PendingRecord(QueuedLanePublisher outlet, long seq, byte[] key, byte[] value) {
    this.outlet = outlet;
    this.seq = seq;
    this.key = key;
    this.value = value;
  }

  String topic() {
    return outlet.topic();
  }

  int partition() {
    return outlet.partition();
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
  long takenNanos() {
    return takenNanos;
  }

  int sizeBytes() {
    return key.length + value.length;
  }

  synchronized boolean isSettled() {
    return settled;
  }

  /** Any thread; only the first settling counts. */
  void acknowledged() {
    if (becomesSettled()) {
      outlet.acknowledged(this, seq);
    }
  }

  void lost() {
    if (becomesSettled()) {
      outlet.lost(this, seq);
    }
  }

  private synchronized boolean becomesSettled() {
    boolean first = !settled;
    settled = true;
    return first;
  }
}
