package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.SliceRow;
import io.longhaul.schema.WireCodec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LiveSlicesTest {
  private static final String TOPIC = "longhaul.slices";
  private static final TopicPartition ALL = new TopicPartition(TOPIC, 0);
  private static final long WAIT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("latest");
  private final WireCodec<SliceRow> codec = new WireCodec<>(SliceRow.class);
  private long offset;

  @Test
  void theNewestSliceOfTheRunIsAvailable() throws InterruptedException {
    topic.updateEndOffsets(Map.of(ALL, 0L));
    topic.schedulePollTask(() -> {}); // the first poll resolves its position
    topic.schedulePollTask(
        () -> {
          publish(aSlice("run", 4));
          publish(aSlice("another", 9));
          publish(aSlice("run", 5));
          publish(aSlice("run", 3));
          topic.addRecord(new ConsumerRecord<>(TOPIC, 0, offset++, new byte[0], new byte[] {7}));
        });

    List<Long> received = new CopyOnWriteArrayList<>();
    try (LiveSlices slices = LiveSlices.of("run", TOPIC, () -> topic)) {
      slices.addListener(slice -> received.add(slice.getSliceIndex()));
      long deadline = System.nanoTime() + WAIT_TIMEOUT_NANOS;
      while (slices.newest().map(SliceRow::getSliceIndex).orElse(-1L) < 5) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
    assertThat(received).as("each once, in order").isSorted().doesNotHaveDuplicates().endsWith(5L);
    assertThat(topic.closed()).isTrue();
  }

  @Test
  void aBrokerFailureOnlyDelaysSlices() throws InterruptedException {
    topic.updateEndOffsets(Map.of(ALL, 0L));
    topic.setPollException(new KafkaException("the broker is gone"));

    try (LiveSlices slices = LiveSlices.of("run", TOPIC, () -> topic)) {
      long deadline = System.nanoTime() + WAIT_TIMEOUT_NANOS;
      while (!topic.closed()) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(slices.newest()).isEmpty();
    }
  }

  private void publish(SliceRow slice) {
    topic.addRecord(new ConsumerRecord<>(TOPIC, 0, offset++, new byte[0], codec.encode(slice)));
  }

  private static SliceRow aSlice(String run, long index) {
    SliceRow slice = new SliceRow();
    slice.put("run_id", run);
    slice.put("slice_index", index);
    slice.put("label_set", "");
    slice.put("errors", List.of());
    slice.put("distrust", List.of());
    slice.put("distrust_causes", List.of());
    return slice;
  }
}
