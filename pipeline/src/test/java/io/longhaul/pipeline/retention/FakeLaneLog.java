package io.longhaul.pipeline.retention;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Partitions in memory: the append times of their records. */
final class FakeLaneLog implements LaneLog {
  private final Map<TopicPartition, List<Long>> appendMillis = new HashMap<>();
  private final Map<TopicPartition, Long> starts = new HashMap<>();
  private final Map<TopicPartition, Long> readByOthers = new HashMap<>();

  /** Appends records. */
  void append(TopicPartition partition, long epochMillis, int records) {
    for (int i = 0; i < records; i++) {
      appendMillis.computeIfAbsent(partition, any -> new ArrayList<>()).add(epochMillis);
    }
  }

  void readByAnotherJob(TopicPartition partition, long offset) {
    readByOthers.put(partition, offset);
  }

  /** Returns the offset of the first record that was not deleted. */
  long start(TopicPartition partition) {
    return starts.getOrDefault(partition, 0L);
  }

  @Override
  public long newestMillis() {
    return appendMillis.values().stream()
        .flatMap(List::stream)
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }

  @Override
  public Map<TopicPartition, FirstRecord> firstRecords() {
    Map<TopicPartition, FirstRecord> first = new HashMap<>();
    appendMillis.forEach(
        (partition, times) -> {
          long start = start(partition);
          if (start < times.size()) {
            first.put(partition, new FirstRecord(start, times.get((int) start)));
          }
        });
    return first;
  }

  @Override
  public Map<TopicPartition, Long> firstSince(long epochMillis) {
    Map<TopicPartition, Long> first = new HashMap<>();
    appendMillis.forEach(
        (partition, times) -> {
          long offset = start(partition);
          while (offset < times.size() && times.get((int) offset) < epochMillis) {
            offset++;
          }
          first.put(partition, offset);
        });
    return first;
  }

  @Override
  public Map<TopicPartition, Long> readByOthers() {
    return readByOthers;
  }

  @Override
  public void deleteBelow(Map<TopicPartition, Long> offsets) {
    starts.putAll(offsets);
  }

  @Override
  public void close() {}
}
