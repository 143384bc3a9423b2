package io.longhaul.pipeline.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.lake.Lake;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogJanitorTest {
  private static final TopicPartition TIMING = new TopicPartition("longhaul.timing", 0);
  private static final TopicPartition GPU = new TopicPartition("longhaul.gpu", 0);

  /** Its newest record is the newest of the log. */
  private static final TopicPartition OTHER = new TopicPartition("longhaul.timing", 1);

  private static final long HOUR = TimeUnit.HOURS.toMillis(1);
  private static final long START = 1_000 * 24 * HOUR;

  @TempDir Path folder;
  private final FakeLaneLog log = new FakeLaneLog();
  private final Map<String, Map<TopicPartition, Long>> states = new LinkedHashMap<>();
  private LogJanitor janitor;
  private long nowMillis = START;

  @BeforeEach
  void create() {
    janitor = janitor("");
  }

  /** Returns one that checks the files of one run, or of all. */
  private LogJanitor janitor(String runId) {
    return new LogJanitor(
        24 * HOUR,
        new LogJanitor.States() {
          @Override
          public List<String> all() {
            return List.copyOf(states.keySet());
          }

          @Override
          public Map<TopicPartition, Long> offsets(String state) throws IOException {
            if (state.equals("deleted")) {
              throw new FileNotFoundException(state);
            }
            if (state.equals("damaged")) {
              throw new IOException("it is not the metadata of a checkpoint");
            }
            return states.get(state);
          }
        },
        new CommittedFiles(new Lake(folder), runId),
        () -> nowMillis);
  }

  @Test
  void aFortnightOfRecordsIsBoundedByADay() throws Exception {
    for (int hour = 0; hour < 14 * 24; hour++) {
      log.append(TIMING, nowMillis, 100);
      log.append(GPU, nowMillis, 10);
      nowMillis += HOUR;
      states.clear();
      states.put("newest", Map.of(TIMING, 100L * (hour + 1), GPU, 10L * (hour + 1)));
      states.put("oldest", Map.of(TIMING, 100L * hour, GPU, 10L * hour));

      janitor.clean(log);

      long kept = Math.min(hour + 1, 24);
      assertThat(log.start(TIMING)).isEqualTo(100 * (hour + 1 - kept));
      assertThat(log.start(GPU)).isEqualTo(10 * (hour + 1 - kept));
    }
  }

  @Test
  void nothingIsDeletedThatARetainedStateNeeds() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("checkpoint", Map.of(TIMING, 90L));
    states.put("savepoint", Map.of(TIMING, 30L));

    assertThat(janitor.clean(log)).isEqualTo(30);
    assertThat(janitor.clean(log)).isZero();
    assertThat(log.start(TIMING)).isEqualTo(30);

    states.remove("savepoint");
    assertThat(janitor.clean(log)).isEqualTo(60);
    assertThat(log.start(TIMING)).isEqualTo(90);
  }

  @Test
  void aPartitionWithoutAPositionInAStateIsKept() throws Exception {
    log.append(TIMING, START, 100);
    log.append(GPU, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("newest", Map.of(TIMING, 100L, GPU, 100L));
    states.put("oldest", Map.of(TIMING, 50L));

    janitor.clean(log);

    assertThat(log.start(TIMING)).isEqualTo(50);
    assertThat(log.start(GPU)).isZero();
  }

  /** A run whose machines were lost can be finished days later, from its last ten minutes. */
  @Test
  void theTenMinutesBeforeTheNewestRecordAreKeptEvenDaysLater() throws Exception {
    long minute = TimeUnit.MINUTES.toMillis(1);
    for (int i = 0; i <= 60; i++) {
      log.append(TIMING, START + i * minute, 1);
    }
    states.put("newest", Map.of(TIMING, 61L));
    nowMillis += 100 * HOUR;

    janitor.clean(log);

    assertThat(log.start(TIMING)).isEqualTo(50);
  }

  @Test
  void recordsThatAnotherJobHasNotReadAreKept() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("newest", Map.of(TIMING, 100L));
    log.readByAnotherJob(TIMING, 20);

    janitor.clean(log);

    assertThat(log.start(TIMING)).isEqualTo(20);
  }

  @Test
  void withoutAReadableStateNothingIsDeleted() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;

    assertThat(janitor.clean(log)).isZero();
    states.put("deleted", Map.of());
    assertThat(janitor.clean(log)).as("only deleted states").isZero();
    states.put("newest", Map.of(TIMING, 100L));
    states.put("damaged", Map.of());
    assertThatThrownBy(() -> janitor.clean(log)).isInstanceOf(IOException.class);
    assertThat(log.start(TIMING)).isZero();

    states.remove("damaged");
    assertThat(janitor.clean(log)).as("deleted between listing and reading").isEqualTo(100);
  }

  @Test
  void aDamagedFileOfTheLakeKeepsTheLogUntilItIsRepaired() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("newest", Map.of(TIMING, 100L));
    Path file = damagedFile();

    assertThat(janitor.clean(log)).isZero();
    assertThat(log.start(TIMING)).isZero();

    Files.delete(file);
    assertThat(janitor.clean(log)).isEqualTo(100);
  }

  @Test
  void aFileThatIsOlderThanTheLogIsNotChecked() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("newest", Map.of(TIMING, 100L));
    Files.setLastModifiedTime(damagedFile(), FileTime.fromMillis(START - HOUR));

    assertThat(janitor.clean(log)).isEqualTo(100);
  }

  @Test
  void damagedFilesOfTheRunsOfOtherJobsDoNotKeepTheLog() throws Exception {
    log.append(TIMING, START, 100);
    log.append(OTHER, START + HOUR, 1);
    nowMillis += 100 * HOUR;
    states.put("newest", Map.of(TIMING, 100L));
    damagedFile();

    assertThat(janitor("run").clean(log)).isZero();
    assertThat(janitor("run-2").clean(log)).isEqualTo(100);
  }

  private Path damagedFile() throws IOException {
    Path dataset = Files.createDirectories(ExportLayout.dataset(folder, Dataset.REQUESTS));
    Path file = dataset.resolve(RowFile.nameStart(LocalDate.EPOCH, "run") + "-0" + RowFile.ENDING);
    Files.writeString(file, "no Parquet file");
    Files.setLastModifiedTime(file, FileTime.fromMillis(START + HOUR));
    assertThat(RowFile.isFinished(file)).isTrue();
    return file;
  }
}
