package io.longhaul.sinks.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FileTransactionsTest {
  private static final String WRITER = "2026-01-02.run.part-7a12";

  private static String file(int number) {
    return WRITER + "-" + number + ".parquet";
  }

  private static FileTransactions read(Map<String, Long> versions) {
    return new FileTransactions(versions);
  }

  @Test
  void theFilesOfAWriterAreOneVersion() {
    FileTransactions files = read(Map.of());
    files.add(file(0));
    files.add(file(1));
    files.add(file(2));

    assertThat(files.changed()).isEqualTo(Map.of("longhaul:" + WRITER, 3L));
    FileTransactions next = read(files.changed());
    assertThat(next.contains(file(2))).isTrue();
    assertThat(next.contains(file(3))).isFalse();
    assertThat(next.changed()).isEmpty();
  }

  @Test
  void aFileThatBecameVisibleTooEarlyDoesNotHideTheOneBeforeIt() {
    FileTransactions early = read(Map.of("longhaul:" + WRITER, 4L));
    early.add(file(5));
    assertThat(early.changed()).isEqualTo(Map.of("longhaul:" + file(5), 1L));

    FileTransactions next = read(Map.of("longhaul:" + WRITER, 4L, "longhaul:" + file(5), 1L));
    assertThat(next.contains(file(4))).isFalse();
    assertThat(next.contains(file(5))).isTrue();
    next.add(file(4));

    assertThat(next.changed()).isEqualTo(Map.of("longhaul:" + WRITER, 6L));
    assertThat(next.contains(file(5))).isTrue();
    assertThat(next.contains(file(6))).isFalse();
  }

  @Test
  void aFileWithoutANumberIsAnApplicationOfItsOwn() {
    FileTransactions files = read(Map.of());
    for (String name :
        new String[] {"2026-01-02.run.part-00001.parquet", "2026-01-02.part-x.parquet"}) {
      assertThat(files.contains(name)).isFalse();
      files.add(name);
      assertThat(files.contains(name)).isTrue();
      assertThat(files.changed()).containsEntry("longhaul:" + name, 1L);
    }
  }

  @Test
  void applicationsOfOthersAreNotFiles() {
    assertThat(read(Map.of(WRITER, 7L)).contains(file(0))).isFalse();
  }
}
