package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEventPublisherTest {
  @TempDir Path folder;

  @Test
  void writtenRecordsAreAcknowledgedAndCanBeRead() throws IOException {
    Path file = folder.resolve("events");
    try (FileEventPublisher publisher = new FileEventPublisher(file)) {
      LanePublisher timing = publisher.open("timing", 2);
      LanePublisher gpu = publisher.open("gpu", 0);
      timing.offer(0, bytes("k0"), bytes("one"));
      gpu.offer(0, bytes("k1"), bytes(""));
      timing.offer(1, bytes("k2"), bytes("three"));
      assertThat(publisher.flush(Duration.ofSeconds(10))).isTrue();
      assertThat(timing.ackedBelow()).isEqualTo(2);
      assertThat(publisher.trouble()).isEmpty();
    }

    RecordFile.Content content = RecordFile.read(file);

    assertThat(content.cut()).isFalse();
    List<RecordFile.Entry> entries = content.entries();
    assertThat(entries)
        .extracting(RecordFile.Entry::topic)
        .containsExactly("timing", "gpu", "timing");
    assertThat(entries).extracting(RecordFile.Entry::partition).containsExactly(2, 0, 2);
    assertThat(entries)
        .extracting(
            entry -> new String(entry.key(), UTF_8), entry -> new String(entry.value(), UTF_8))
        .containsExactly(tuple("k0", "one"), tuple("k1", ""), tuple("k2", "three"));
  }

  @Test
  void fileThatEndsWithinARecordIsReportedAsCut() throws IOException {
    Path file = folder.resolve("events");
    try (FileEventPublisher publisher = new FileEventPublisher(file)) {
      publisher.open("timing", 2).offer(0, bytes("k0"), bytes("one"));
      publisher.flush(Duration.ofSeconds(10));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));

    RecordFile.Content content = RecordFile.read(file);
    assertThat(content.cut()).isTrue();
    assertThat(content.entries()).isEmpty();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
