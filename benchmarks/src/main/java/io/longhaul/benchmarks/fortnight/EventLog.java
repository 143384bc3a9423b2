package io.longhaul.benchmarks.fortnight;

/** Takes the records of lanes. */
@FunctionalInterface
public interface EventLog {
  /** Appends a record to a partition. */
  void append(String topic, int partition, byte[] key, byte[] value);
}
