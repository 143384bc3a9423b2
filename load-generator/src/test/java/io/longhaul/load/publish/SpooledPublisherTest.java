package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.publish.KafkaEventPublisher.Remaining;
import io.longhaul.load.spool.Spool;
import io.longhaul.load.spool.SpoolFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publisher with a spool, and a Kafka that acknowledges what the test acknowledges. */
class SpooledPublisherTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);
  private static final Duration NOT_LONG = Duration.ofMillis(200);
  private static final String CLUSTER = "cluster-1";

  /** Four segments of 64 KiB. */
  private static final long SPOOL_BYTES = 256 << 10;

  private static final int VALUE_BYTES = 1_000;

  /** Size of a record in the spool. */
  private static final long RECORD_BYTES = 12L + 22 + "timing".length() + 1 + VALUE_BYTES;

  /** Ten records. */
  private static final long WINDOW_BYTES = 10 * (VALUE_BYTES + 1);

  private static final long MEMORY_BYTES = 64 << 20;

  /** Thirty records. */
  private static final long LITTLE_MEMORY_BYTES = 30 * (VALUE_BYTES + 1);

  @TempDir Path disk;

  private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();
  private final List<Long> acceptedSeqs = new ArrayList<>();
  private volatile Runnable whileClosing = () -> {};
  private SpoolFolder folder;
  private KafkaEventPublisher publisher;

  @BeforeEach
  void lockTheSpool() throws IOException {
    folder = SpoolFolder.of(disk.resolve("spool"), "g0");
  }

  @AfterEach
  void nothingIsOpen() throws IOException {
    publisher.close();
    folder.close();
    assertThat(producers).allMatch(MockProducer::closed);
  }

  @Test
  void manyTimesTheMemoryWaitsForKafkaAndArrivesInOrder() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 200);

    await(() -> sent().size() == 10);
    assertThat(lane.unacked()).isEqualTo(200);
    assertThat(lane.isCrowded()).isFalse();

    acknowledgeAll();
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(lane.ackedBelow()).isEqualTo(200);
    assertThat(lane.takeLost()).isEmpty();
    publisher.close();
    assertThat(publisher.remaining()).isEqualTo(new Remaining(0, 0));
    assertThat(folder.segments()).isEmpty();
  }

  @Test
  void recordsAreSentFromMemoryAgainWhenKafkaHasCaughtUp() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 50);
    acknowledgeAll();
    offer(lane, 5);
    acknowledgeAll();
    offer(lane, 60);
    acknowledgeAll();

    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
  }

  @Test
  void spoolDoesNotGrowWhileKafkaAcknowledges() throws Exception {
    LanePublisher lane = openLane(true);
    for (int round = 0; round < 100; round++) {
      offer(lane, 20);
      assertThat(publisher.flush(LONG_ENOUGH)).isTrue();
    }

    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(folder.segments()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void recordsBeyondSpoolAndMemoryAreRejectedAndTheRestArrives() throws Exception {
    Spool spool = folder.open(CLUSTER, SPOOL_BYTES);
    publisher = publisher(false, LITTLE_MEMORY_BYTES, spool, false);
    LanePublisher lane = publisher.open("timing", 3);
    long seq = 0;
    while (spool.trouble().isEmpty()) {
      offerOne(lane, seq++);
    }
    int inSpool = acceptedSeqs.size();
    while (offerOne(lane, seq++)) {
      // Until the memory is full, too.
    }
    assertThat(inSpool).isGreaterThan(4 * 60);
    assertThat(lane.isCrowded()).as("not asked to report it").isFalse();

    acknowledgeAll();
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(lane.ackedBelow()).isEqualTo(seq);
    assertThat(lane.takeLost()).as("the lane has declared the rejected ones").isEmpty();
    assertThat(offerOne(lane, seq)).as("there is space again").isTrue();
    acknowledgeAll();
  }

  @Test
  void spoolIsCrowdedAtThreeQuartersIfAsked() throws Exception {
    Spool spool = folder.open(CLUSTER, SPOOL_BYTES);
    publisher = publisher(false, MEMORY_BYTES, spool, true);
    LanePublisher lane = publisher.open("timing", 3);
    offer(lane, 150);
    await(() -> spool.usedBytes() > 150 * VALUE_BYTES);
    assertThat(lane.isCrowded()).isFalse();
    offer(lane, 60);
    await(lane::isCrowded);

    acknowledgeAll();
    await(() -> !lane.isCrowded());
  }

  @Test
  void replacedProducerResendsOnlyTheWindow() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 100);
    await(() -> sent().size() == 10);
    producers.get(0).completeNext();
    producers.get(0).errorNext(new AuthorizationException("no more"));

    await(() -> producers.size() == 2);
    acknowledgeAll();
    assertThat(sent().subList(0, 9)).containsExactlyElementsOf(acceptedSeqs.subList(1, 10));
    assertThat(lane.ackedBelow()).isEqualTo(100);
    assertThat(lane.takeLost()).isEmpty();
  }

  @Test
  void closedPublisherLeavesTheRestToTheNextProcess() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 120);
    await(() -> sent().size() == 10);
    publisher.close();

    assertThat(publisher.remaining()).isEqualTo(new Remaining(120, 0));
    assertThat(deliverLeftovers()).isEqualTo(120);
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(folder.segments()).isEmpty();
  }

  @Test
  void unacknowledgedLeftoversRemainForTheNextAttempt() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 5);
    publisher.close();
    Path segment = folder.segments().get(0);

    publisher = publisher(false, MEMORY_BYTES, null, false);
    LeftoverEvents.Sent sent = new LeftoverEvents(segment).send(publisher, NOT_LONG);
    publisher.close();
    assertThat(sent).isEqualTo(new LeftoverEvents.Sent(segment, 5, List.of(), false, 0));
    assertThat(segment).exists();

    assertThat(deliverLeftovers()).isEqualTo(5);
  }

  @Test
  void leftoversThatKafkaRefusesAreCountedAndTheirFileRemains() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 5);
    publisher.close();
    Path segment = folder.segments().get(0);

    publisher = publisher(true, MEMORY_BYTES, null, false);
    producers.get(1).sendException = new RecordTooLargeException("too large");
    LeftoverEvents.Sent sent = new LeftoverEvents(segment).send(publisher, LONG_ENOUGH);

    assertThat(sent).isEqualTo(new LeftoverEvents.Sent(segment, 5, List.of(), false, 5));
    assertThat(segment).exists();
  }

  @Test
  void recordsThatAreOfferedDuringTheCloseAreStored() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 20);
    await(() -> sent().size() == 10);
    whileClosing = () -> offer(lane, 5);
    publisher.close();
    whileClosing = () -> {};

    assertThat(publisher.remaining()).isEqualTo(new Remaining(25, 0));
    assertThat(offerOne(lane, 25)).as("the publisher is closed").isFalse();
    assertThat(deliverLeftovers()).isEqualTo(25);
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
  }

  @Test
  void recordThatNoSegmentTakesIsLostAndTheOthersAreStored() throws Exception {
    LanePublisher lane = openLane(false);
    assertThat(lane.offer(0, new byte[] {'k'}, new byte[64 << 10])).isTrue();
    for (long seq = 1; seq <= 5; seq++) {
      assertThat(offerOne(lane, seq)).isTrue();
    }
    await(() -> sent().size() == 5);
    assertThat(lane.takeLost()).containsExactly(0L);
    publisher.close();

    assertThat(publisher.remaining()).isEqualTo(new Remaining(5, 0));
    assertThat(deliverLeftovers()).isEqualTo(5);
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
  }

  @Test
  void spoolThatPredecessorsHaveFilledIsNotCrowdedForEver() throws Exception {
    LanePublisher predecessor = openLane(false);
    offer(predecessor, 180);
    publisher.close();
    assertThat(folder.segments()).hasSize(3);
    acceptedSeqs.clear();

    publisher = publisher(true, MEMORY_BYTES, folder.open(CLUSTER, SPOOL_BYTES), true);
    LanePublisher lane = publisher.open("timing", 3);
    assertThat(lane.isCrowded()).isFalse();
    for (int round = 0; round < 20; round++) {
      offer(lane, 20);
      await(() -> publisher.flush(Duration.ZERO) && !lane.isCrowded());
    }

    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(folder.segments()).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void fullDiskIsBypassedWhileKafkaAcknowledges() throws Exception {
    LanePublisher lane = openLane(true);
    // From now on, no segment can be created.
    Files.createDirectory(folder.path().resolve("." + CLUSTER + ".0000000001.segment"));
    for (int round = 0; round < 20; round++) {
      offer(lane, 20);
      assertThat(publisher.flush(LONG_ENOUGH)).isTrue();
    }

    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(lane.takeLost()).isEmpty();
  }

  @Test
  void recordThatIsDamagedInTheSpoolIsLostAndDeclared() throws Exception {
    LanePublisher lane = openLane(false);
    offer(lane, 100);
    await(() -> sent().size() == 10);
    Path segment = folder.segments().get(0);
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      // Still unread, because the window takes only ten records.
      file.seek(64 + 50 * RECORD_BYTES + 500);
      file.write(new byte[] {1, 2, 3});
    }

    acknowledgeAll();
    acceptedSeqs.remove(50L);
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(lane.takeLost()).containsExactly(50L);
    assertThat(lane.ackedBelow()).isEqualTo(100);
  }

  @Test
  void lastRecordThatIsDamagedInTheSpoolIsLostAndDeclared() throws Exception {
    Spool spool = folder.open(CLUSTER, SPOOL_BYTES);
    publisher = publisher(false, MEMORY_BYTES, spool, false);
    LanePublisher lane = publisher.open("timing", 3);
    offer(lane, 50);
    long last = 64 + 49 * RECORD_BYTES;
    await(() -> spool.usedBytes() == last + RECORD_BYTES);
    try (RandomAccessFile file = new RandomAccessFile(folder.segments().get(0).toFile(), "rw")) {
      file.seek(last + 500);
      file.write(new byte[] {1, 2, 3});
    }

    acknowledgeAll();
    acceptedSeqs.remove(49L);
    assertThat(sent()).containsExactlyElementsOf(acceptedSeqs);
    assertThat(lane.takeLost()).containsExactly(49L);
    assertThat(lane.ackedBelow()).isEqualTo(50);
    publisher.close();
    assertThat(publisher.remaining()).isEqualTo(new Remaining(0, 0));
    assertThat(folder.segments()).isEmpty();
  }

  private long deliverLeftovers() throws Exception {
    publisher = publisher(true, MEMORY_BYTES, null, false);
    long events = 0;
    for (Path segment : folder.segmentsFor(CLUSTER)) {
      LeftoverEvents.Sent sent = new LeftoverEvents(segment).send(publisher, LONG_ENOUGH);
      assertThat(sent.delivered()).isTrue();
      assertThat(sent.damage()).isEmpty();
      events += sent.events();
    }
    return events;
  }

  private LanePublisher openLane(boolean acknowledges) throws IOException {
    publisher = publisher(acknowledges, MEMORY_BYTES, folder.open(CLUSTER, SPOOL_BYTES), false);
    return publisher.open("timing", 3);
  }

  private KafkaEventPublisher publisher(
      boolean acknowledges, long memoryBytes, Spool spool, boolean reportsCrowding) {
    return new KafkaEventPublisher(
        () -> {
          MockProducer<byte[], byte[]> producer =
              new MockProducer<>(
                  acknowledges, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public void close(Duration timeout) {
                  whileClosing.run();
                  super.close(timeout);
                }
              };
          producers.add(producer);
          return producer;
        },
        memoryBytes,
        spool,
        reportsCrowding,
        WINDOW_BYTES);
  }

  private void offer(LanePublisher lane, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(offerOne(lane, acceptedSeqs.size())).isTrue();
    }
  }

  private boolean offerOne(LanePublisher lane, long seq) {
    boolean accepted = lane.offer(seq, new byte[] {'k'}, value(seq));
    if (accepted) {
      acceptedSeqs.add(seq);
    }
    return accepted;
  }

  private void acknowledgeAll() {
    MockProducer<byte[], byte[]> kafka = producers.get(producers.size() - 1);
    await(
        () -> {
          while (kafka.completeNext()) {
            // Until nothing waits.
          }
          return publisher.flush(Duration.ZERO);
        });
  }

  private static byte[] value(long seq) {
    byte[] value = new byte[VALUE_BYTES];
    byte[] text = Long.toString(seq).getBytes(UTF_8);
    System.arraycopy(text, 0, value, 0, text.length);
    return value;
  }

  /** Returns what the last producer sent. */
  private List<Long> sent() {
    return producers.get(producers.size() - 1).history().stream()
        .map(record -> Long.valueOf(new String(record.value(), UTF_8).strip().replace("\0", "")))
        .toList();
  }

  private static void await(BooleanSupplier fact) {
    long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("time left").isNegative();
      Thread.onSpinWait();
    }
  }
}
