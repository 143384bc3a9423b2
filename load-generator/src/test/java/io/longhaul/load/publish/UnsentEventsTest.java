package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class UnsentEventsTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);
  private static final Duration NOT_LONG = Duration.ofMillis(200);
  private static final long PLENTY = 1 << 20;

  @TempDir Path disk;

  private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();
  private Path folder;
  private UnsentEvents unsent;

  @BeforeEach
  void useNewFolder() {
    folder = disk.resolve("state").resolve("unsent");
    unsent = new UnsentEvents(folder);
  }

  @Test
  void unacknowledgedEventsOfAPublisherAreSentByAnother() throws Exception {
    KafkaEventPublisher silent = publisher(false);
    try (silent) {
      LanePublisher lane = silent.open("timing", 3);
      LanePublisher other = silent.open("timing", 4);
      lane.offer(0, key("a/0"), new byte[] {1});
      other.offer(0, key("b/0"), new byte[] {2});
      lane.offer(1, key("a/1"), new byte[] {3});
    }
    Path file = unsent.write("cluster", "run-1.g0", silent.unacknowledged());

    assertThat(unsent.files()).containsExactly(file);
    assertThat(send(file, true)).isEqualTo(new UnsentEvents.Sent(file, 3, false, true));
    assertThat(sent()).containsExactly("3 a/0", "4 b/0", "3 a/1");
    assertThat(unsent.files()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fileIsReadableOnlyByItsOwnerAndNothingElseRemains() throws Exception {
    Path file = unsent.write("cluster", "run-1.g0", events(2));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  void unacknowledgedFileIsKeptAndSentAgain() throws Exception {
    Path file = unsent.write("cluster", "run-1.g0", events(2));

    assertThat(send(file, false)).isEqualTo(new UnsentEvents.Sent(file, 2, false, false));
    assertThat(file).as("the process may crash here").exists();

    assertThat(send(file, true)).isEqualTo(new UnsentEvents.Sent(file, 2, false, true));
    assertThat(sent()).containsExactly("0 event/0", "0 event/1");
    assertThat(file).doesNotExist();
  }

  @Test
  void completeRecordsOfATruncatedFileAreSent() throws Exception {
    Path file = unsent.write("cluster", "run-1.g0", events(3));
    long recordBytes = Files.size(file) / 3;
    for (long length = Files.size(file) - 1; length > 0; length--) {
      cut(file, length);
      RecordFile.Content content = RecordFile.read(file);
      assertThat(content.entries()).hasSize((int) (length / recordBytes));
      assertThat(content.cut()).as("%d bytes", length).isEqualTo(length % recordBytes != 0);
    }
    file = unsent.write("cluster", "run-1.g0", events(3));
    cut(file, Files.size(file) - 1);

    assertThat(send(file, true)).isEqualTo(new UnsentEvents.Sent(file, 2, true, true));
    assertThat(sent()).containsExactly("0 event/0", "0 event/1");
  }

  @Test
  void filesOfAnotherClusterAreNotSent() throws Exception {
    Path here = unsent.write("cluster", "run-1.g0", events(1));
    Path elsewhere = unsent.write("another", "run-1.g0", events(1));

    assertThat(unsent.filesFor("cluster")).containsExactly(here);
    assertThat(unsent.files()).containsExactly(elsewhere, here);
  }

  @Test
  void failureToCreateTheFolderLeavesNothing() throws Exception {
    Files.writeString(disk.resolve("state"), "a file where a folder should be");

    assertThatThrownBy(() -> unsent.write("cluster", "run-1.g0", events(1)))
        .isInstanceOf(IOException.class);
    assertThat(unsent.files()).isEmpty();
  }

  private static void cut(Path file, long length) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(length);
    }
  }

  private UnsentEvents.Sent send(Path file, boolean acknowledged) throws Exception {
    try (KafkaEventPublisher publisher = publisher(acknowledged)) {
      return unsent.send(file, publisher, acknowledged ? LONG_ENOUGH : NOT_LONG).orElseThrow();
    }
  }

  private KafkaEventPublisher publisher(boolean acknowledges) {
    return new KafkaEventPublisher(
        () -> {
          MockProducer<byte[], byte[]> producer =
              new MockProducer<>(
                  acknowledges, null, new ByteArraySerializer(), new ByteArraySerializer());
          producers.add(producer);
          return producer;
        },
        PLENTY);
  }

  /** Returns what the last producer sent: partition and key. */
  private List<String> sent() {
    return producers.get(producers.size() - 1).history().stream()
        .map(record -> record.partition() + " " + new String(record.key(), UTF_8))
        .toList();
  }

  private static List<RecordFile.Entry> events(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new RecordFile.Entry("timing", 0, key("event/" + i), new byte[] {7, 7}))
        .toList();
  }

  private static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }
}
