package io.longhaul.benchmarks.chaos;

import org.apache.kafka.clients.producer.RecordMetadata;

/** The place of a record in the log. */
record LogPosition(int partition, long offset) {

  static LogPosition of(RecordMetadata record) {
    return new LogPosition(record.partition(), record.offset());
  }

  @Override
  public String toString() {
    return "partition " + partition + " offset " + offset;
  }
}
