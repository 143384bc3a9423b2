package io.longhaul.load.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueuedLanePublisherTest {
  private static final int MAX_PENDING_BYTES = 1 << 20;

  private final RecordQueue queue = new RecordQueue(MAX_PENDING_BYTES);
  private final LanePublisher lane = new QueuedLanePublisher(0, "timing", 0, queue, () -> false);

  @Test
  void markStopsAtTheFirstUnsettledRecord() {
    List<PendingRecord> records = offered(3);
    records.get(1).acknowledged();
    records.get(2).acknowledged();
    assertThat(lane.ackedBelow()).isZero();

    records.get(0).acknowledged();
    assertThat(lane.ackedBelow()).isEqualTo(3);
  }

  @Test
  void rejectedAndLostRecordsDoNotStopTheMark() {
    assertThat(lane.offer(0, new byte[1], new byte[MAX_PENDING_BYTES])).isFalse();
    assertThat(lane.offer(1, new byte[1], new byte[1])).isTrue();
    assertThat(lane.offer(2, new byte[1], new byte[1])).isTrue();
    List<PendingRecord> records = drained();
    records.get(0).lost();
    records.get(1).acknowledged();

    assertThat(lane.ackedBelow()).isEqualTo(3);
    assertThat(lane.takeLost()).containsExactly(1L);
  }

  @Test
  void markPassesAThousandRecordsThatSettleInAnyOrder() {
    List<PendingRecord> records = offered(1_000);
    List<Integer> seqs = new ArrayList<>();
    for (int seq = 0; seq < 1_000; seq++) {
      seqs.add(seq);
    }
    Collections.shuffle(seqs, new Random(7));

    for (int seq : seqs) {
      assertThat(lane.ackedBelow()).isLessThanOrEqualTo(seq);
      records.get(seq).acknowledged();
    }

    assertThat(lane.ackedBelow()).isEqualTo(1_000);
    assertThat(lane.unacked()).isZero();
  }

  @Test
  void acknowledgementsAfterManyRejectedRecordsDoNotCopyTheirState() {
    List<PendingRecord> records = offered(10_000);
    byte[] tooLarge = new byte[MAX_PENDING_BYTES];
    int end = 2_000_000;
    for (int seq = records.size(); seq < end; seq++) {
      assertThat(lane.offer(seq, new byte[0], tooLarge)).isFalse();
    }

    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    records.forEach(PendingRecord::acknowledged);
    long allocated = thread.getCurrentThreadAllocatedBytes() - before;

    assertThat(lane.ackedBelow()).isEqualTo(end);
    assertThat(lane.unacked()).isZero();
    assertThat(allocated).as("a copy has 250,000 bytes").isLessThan(2_000_000);
  }

  private List<PendingRecord> offered(int count) {
    for (int seq = 0; seq < count; seq++) {
      assertThat(lane.offer(seq, new byte[1], new byte[1])).isTrue();
    }
    return drained();
  }

  private List<PendingRecord> drained() {
    List<PendingRecord> records = new ArrayList<>();
    for (PendingRecord record = queue.poll(); record != null; record = queue.poll()) {
      records.add(record);
    }
    return records;
  }
}
