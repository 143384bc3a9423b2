package io.longhaul.pipeline.retention;

import java.io.IOException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The partitions of the lanes, as far as the deletion of records needs them. */
interface LaneLog extends AutoCloseable {
  /**
   * The first record of a partition.
   *
   * @param appendMillis when the broker appended it, in milliseconds since the epoch
   */
  record FirstRecord(long offset, long appendMillis) {}

  /**
   * Returns when the broker appended the newest record of all partitions, in milliseconds since the
   * epoch; 0 if the log is empty.
   */
  long newestMillis() throws IOException, InterruptedException;

  /** Returns the first record of each partition that is not empty. */
  Map<TopicPartition, FirstRecord> firstRecords() throws IOException, InterruptedException;

  /**
   * Returns the offset of the first record of each partition that was appended at a time or later;
   * the end of the partition if there is none.
   */
  Map<TopicPartition, Long> firstSince(long epochMillis) throws IOException, InterruptedException;

  /**
   * Returns the offsets to which other jobs have read; the smallest of each partition that at least
   * one other job reads.
   */
  Map<TopicPartition, Long> readByOthers() throws IOException, InterruptedException;

  /** Deletes the records below these offsets. */
  void deleteBelow(Map<TopicPartition, Long> offsets) throws IOException, InterruptedException;

  @Override
  void close();
}
