package io.longhaul.load.spool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final String CLUSTER = "cluster-1";

  /** Four segments of 64 KiB. */
  private static final long SMALL = 256 << 10;

  private static final int RECORD_BYTES = 12 + 22 + "timing".length() + 1 + 1_000;

  @TempDir Path disk;

  private SpoolFolder folder;

  @BeforeEach
  void lockTheFolder() throws IOException {
    folder = SpoolFolder.of(disk.resolve("state").resolve("spool"), "g0");
  }

  @AfterEach
  void unlockTheFolder() throws IOException {
    folder.close();
  }

  @Test
  void recordsAreReadInOrderOverManySegments() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      appendAll(spool, 0, 200);

      assertThat(folder.segments()).hasSize(4);
      assertThat(seqsOf(spool)).containsExactlyElementsOf(seqs(0, 200));
      assertThat(spool.hasUnread()).isFalse();
      assertThat(spool.read()).isNull();
    }
  }

  @Test
  void recordKeepsAllItsParts() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      spool.append(new SpoolRecord(7, 1L << 40, "töpic", 12, bytes("key"), bytes("value")));
      assertThat(spool.flush()).isTrue();

      SpoolRecord read = spool.read();
      assertThat(read)
          .extracting(SpoolRecord::lane, SpoolRecord::seq, SpoolRecord::topic)
          .containsExactly(7, 1L << 40, "töpic");
      assertThat(read.partition()).isEqualTo(12);
      assertThat(read.key()).isEqualTo(bytes("key"));
      assertThat(read.value()).isEqualTo(bytes("value"));
    }
  }

  @Test
  void acknowledgedSegmentsAreRemovedDuringUse() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      for (int seq = 0; seq < 1_000; seq++) {
        long end = append(spool, seq);
        spool.skipTo(end);
        spool.acknowledged(end);
        assertThat(folder.segments()).hasSizeLessThanOrEqualTo(1);
      }
      assertThat(spool.hasUnread()).isFalse();
      append(spool, 1_000);
      assertThat(seqsOf(spool)).containsExactly(1_000L);
    }
  }

  @Test
  void nothingRemainsWhenEverythingIsAcknowledged() throws IOException {
    Spool spool = folder.open(CLUSTER, SMALL);
    appendAll(spool, 0, 150);
    seqsOf(spool);
    spool.acknowledged(spool.readPosition());
    spool.close();

    assertThat(folder.segments()).isEmpty();
    folder.close();
    assertThat(disk.resolve("state").resolve("spool")).isEmptyDirectory();
  }

  @Test
  void fullSpoolRefusesRecordsUntilASegmentIsAcknowledged() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      long seq = 0;
      while (append(spool, seq) != Spool.NO_SPACE) {
        seq++;
      }
      assertThat(seq).isEqualTo(4L * (((64 << 10) - Segment.HEADER_BYTES) / RECORD_BYTES));
      assertThat(spool.trouble()).hasValue("all of its 262,144 bytes are in use");
      assertThat(spool.usedBytes()).isLessThanOrEqualTo(SMALL).isGreaterThan(SMALL * 9 / 10);

      for (int i = 0; i < 100; i++) {
        spool.read();
      }
      spool.acknowledged(spool.readPosition());

      assertThat(append(spool, seq)).isNotEqualTo(Spool.NO_SPACE);
      assertThat(spool.trouble()).isEmpty();
      assertThat(seqsOf(spool)).containsExactlyElementsOf(seqs(100, seq + 1));
    }
  }

  @Test
  void recordsOfAProcessThatWasKilledAreRead() throws IOException {
    crashAfter(0, 130);

    assertThat(readAll()).containsExactlyElementsOf(seqs(0, 130));
  }

  @Test
  void acknowledgedRecordsAreNotReadAgain() throws IOException {
    Spool spool = folder.open(CLUSTER, SMALL);
    appendAll(spool, 0, 100);
    for (int i = 0; i < 77; i++) {
      spool.read();
    }
    spool.acknowledged(spool.readPosition());
    crash(spool);

    assertThat(readAll()).containsExactlyElementsOf(seqs(77, 100));
  }

  @Test
  void recordsThatWereNotFlushedAreNotInTheSpool() throws IOException {
    Spool spool = folder.open(CLUSTER, SMALL);
    append(spool, 0);
    spool.append(record(1));
    crash(spool);

    assertThat(readAll()).containsExactly(0L);
  }

  @Test
  void successorLeavesTheSegmentsOfItsPredecessor() throws IOException {
    crashAfter(0, 10);
    try (Spool successor = folder.open(CLUSTER, SMALL)) {
      append(successor, 500);
      assertThat(seqsOf(successor)).containsExactly(500L);
      assertThat(folder.segments()).hasSize(2);
      assertThat(readAll()).startsWith(0L).endsWith(500L);
    }
  }

  @Test
  void segmentsOfAPredecessorCountForTheSize() throws IOException {
    crashAfter(0, 130);
    assertThat(folder.segments()).hasSize(3);
    try (Spool successor = folder.open(CLUSTER, SMALL)) {
      long seq = 0;
      while (append(successor, seq) != Spool.NO_SPACE) {
        seq++;
      }
      assertThat(folder.segments()).hasSize(4);
    }
  }

  @Test
  void segmentsOfAnotherClusterAreNotForThisOne() throws IOException {
    crashAfter(0, 1);
    crash(folder.open("cluster-10", SMALL));

    assertThat(folder.segmentsFor(CLUSTER)).hasSize(1).isSubsetOf(folder.segments());
    assertThat(folder.segments()).hasSize(2);
  }

  @Test
  void everyCutOfASegmentKeepsTheRecordsBeforeIt() throws IOException {
    crashAfter(0, 3);
    Path file = folder.segments().get(0);
    byte[] whole = Files.readAllBytes(file);
    int end = Segment.HEADER_BYTES + 3 * RECORD_BYTES;
    for (int length = end; length >= Segment.HEADER_BYTES; length -= 13) {
      Files.write(file, Arrays.copyOf(whole, length));
      Segment.Content content = Segment.read(file);

      assertThat(content.records()).hasSize((length - Segment.HEADER_BYTES) / RECORD_BYTES);
      assertThat(content.damage())
          .first()
          .isEqualTo(
              "%s is damaged at offset %,d: it should have 65,536 bytes".formatted(file, length));
    }
  }

  @Test
  void everyCrashWithinAWriteKeepsTheRecordsBeforeIt() throws IOException {
    crashAfter(0, 3);
    Path file = folder.segments().get(0);
    byte[] whole = Files.readAllBytes(file);
    int start = Segment.HEADER_BYTES + 2 * RECORD_BYTES;
    for (int written = start; written < start + RECORD_BYTES; written += 7) {
      byte[] torn = whole.clone();
      Arrays.fill(torn, written, start + RECORD_BYTES, (byte) 0);
      Files.write(file, torn);
      Segment.Content content = Segment.read(file);

      assertThat(content.records()).extracting(SpoolRecord::seq).containsExactly(0L, 1L);
      assertThat(content.damage()).hasSize(written == start ? 0 : 1);
    }
  }

  @Test
  void flippedBitLosesOneRecordAndIsNamed() throws IOException {
    crashAfter(0, 5);
    Path file = folder.segments().get(0);
    int damaged = Segment.HEADER_BYTES + 2 * RECORD_BYTES;
    overwrite(file, damaged + 600, new byte[] {(byte) 0x55});

    Segment.Content content = Segment.read(file);
    assertThat(content.records()).extracting(SpoolRecord::seq).containsExactly(0L, 1L, 3L, 4L);
    assertThat(content.damage())
        .containsExactly(
            "%s is damaged at offset %,d: %,d bytes cannot be read"
                .formatted(file, damaged, RECORD_BYTES));
  }

  @Test
  void lostBlockWithinRecordsIsNamed() throws IOException {
    crashAfter(0, 20);
    Path file = folder.segments().get(0);
    overwrite(file, 8_192, new byte[4_096]);

    Segment.Content content = Segment.read(file);
    assertThat(content.records()).hasSizeBetween(14, 16);
    assertThat(content.records()).last().extracting(SpoolRecord::seq).isEqualTo(19L);
    assertThat(content.damage()).hasSize(1);
  }

  @Test
  void garbageInTheHeaderKeepsAllRecords() throws IOException {
    crashAfter(0, 5);
    Path file = folder.segments().get(0);
    overwrite(file, 0, new byte[] {1, 2, 3, 4});

    Segment.Content content = Segment.read(file);
    assertThat(content.records())
        .extracting(SpoolRecord::seq)
        .containsExactlyElementsOf(seqs(0, 5));
    assertThat(content.damage())
        .containsExactly(file + " is damaged at offset 0: its header cannot be read");
  }

  @Test
  void invalidMarkOnlyCausesDuplicates() throws IOException {
    Spool spool = folder.open(CLUSTER, SMALL);
    appendAll(spool, 0, 5);
    spool.read();
    spool.acknowledged(spool.readPosition());
    crash(spool);
    overwrite(folder.segments().get(0), 17, new byte[] {9});

    assertThat(readAll()).containsExactlyElementsOf(seqs(0, 5));
  }

  @Test
  void fileOfGarbageContainsNoRecords() throws IOException {
    Path file = folder.path().resolve(CLUSTER + ".0000000000.segment");
    Random random = new Random(5);
    for (int length = 0; length < 300; length++) {
      byte[] garbage = new byte[length];
      random.nextBytes(garbage);
      Files.write(file, garbage);
      Segment.Content content = Segment.read(file);

      assertThat(content.records()).isEmpty();
      assertThat(content.damage()).isNotEmpty();
    }
  }

  @Test
  void randomDamageNeverInventsRecords() throws IOException {
    crashAfter(0, 40);
    Path file = folder.segments().get(0);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      byte[] damaged = whole.clone();
      for (int i = 0; i < 5; i++) {
        damaged[Segment.HEADER_BYTES + random.nextInt(40 * RECORD_BYTES)] ^=
            (byte) (1 << random.nextInt(8));
      }
      Files.write(file, damaged);
      Segment.Content content = Segment.read(file);

      assertThat(content.records()).hasSizeBetween(35, 39);
      assertThat(content.records())
          .allSatisfy(record -> assertThat(record.value()).isEqualTo(record(record.seq()).value()));
      assertThat(content.damage()).isNotEmpty();
    }
  }

  @Test
  void damageDuringUseIsSkippedAndNamed() throws IOException {
    List<String> damage = new ArrayList<>();
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      spool.onProblem(damage::add);
      appendAll(spool, 0, 130);
      Path first = folder.segments().get(0);
      overwrite(first, Segment.HEADER_BYTES + 10 * RECORD_BYTES, new byte[] {0});

      assertThat(seqsOf(spool)).hasSize(129).doesNotContain(10L).startsWith(0L).endsWith(129L);
      assertThat(damage).hasSize(1);
      assertThat(damage.get(0)).startsWith("Warning: " + first + " is damaged at offset ");
    }
  }

  @Test
  void exactlyFullSegmentIsFollowedByTheNext() throws IOException {
    int valueBytes = 1_023 - (RECORD_BYTES - 1_000);
    int perSegment = ((64 << 10) - Segment.HEADER_BYTES) / 1_023;
    assertThat(perSegment * 1_023).as("fills a segment").isEqualTo((64 << 10) - 64);
    List<String> problems = new ArrayList<>();
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      spool.onProblem(problems::add);
      for (long seq = 0; seq < perSegment; seq++) {
        spool.append(record(seq, valueBytes));
      }
      assertThat(spool.flush()).isTrue();
      assertThat(seqsOf(spool)).hasSize(perSegment);

      spool.append(record(perSegment, valueBytes));
      assertThat(spool.read()).as("it is not flushed").isNull();
      assertThat(spool.flush()).isTrue();
      assertThat(seqsOf(spool)).containsExactly((long) perSegment);
      assertThat(problems).isEmpty();
    }
  }

  @Test
  void recordThatIsLargerThanASegmentIsDistinguishedFromAFullSpool() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      assertThat(spool.append(record(0, 64 << 10))).isEqualTo(Spool.TOO_LARGE);
      assertThat(append(spool, 1)).isPositive();
      assertThat(seqsOf(spool)).containsExactly(1L);
    }
  }

  @Test
  void smallSpoolTakesTheLargestRecordsThatKafkaAcceptsByDefault() throws IOException {
    try (Spool spool = folder.open(CLUSTER, 3_000_000)) {
      assertThat(spool.append(record(0, 1 << 20))).isPositive();
      assertThat(spool.append(record(1, 1 << 20))).isPositive();
      assertThat(spool.flush()).isTrue();
      assertThat(seqsOf(spool)).containsExactly(0L, 1L);
    }
  }

  @Test
  void segmentThatCannotBeRemovedIsReportedOnceAndDoesNotPreventWrites() throws IOException {
    List<String> problems = new ArrayList<>();
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      spool.onProblem(problems::add);
      appendAll(spool, 0, 130);
      Files.delete(folder.segments().get(0));
      for (int i = 0; i < 100; i++) {
        spool.read();
      }
      spool.acknowledged(spool.readPosition());

      assertThat(spool.trouble()).isEmpty();
      assertThat(problems).hasSize(1);
      assertThat(problems.get(0))
          .startsWith("Warning: cannot remove delivered events from " + folder.path());
    }
  }

  @Test
  void onlyTheSpaceThatPredecessorsLeaveCountsForTheFill() throws IOException {
    crashAfter(0, 180);
    assertThat(folder.segments()).hasSize(3);
    List<String> problems = new ArrayList<>();
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      spool.onProblem(problems::add);
      assertThat(problems)
          .containsExactly(
              "Warning: unsent events of earlier processes take 196,608 of the 262,144 bytes of the spool in %s, and little space remains (they are sent when longhaul generate uses their Kafka)"
                  .formatted(folder.path()));
      assertThat(spool.fill()).isZero();
      long seq = 500;
      while (append(spool, seq) != Spool.NO_SPACE) {
        seq++;
      }
      assertThat(spool.fill()).isBetween(0.9, 1.0);

      seqsOf(spool);
      spool.acknowledged(spool.readPosition());
      assertThat(spool.fill()).isZero();
      assertThat(append(spool, seq)).as("the full segment is replaced").isPositive();
      assertThat(spool.trouble()).isEmpty();
      assertThat(folder.segments()).hasSize(4);
      assertThat(seqsOf(spool)).containsExactly(seq);
    }
  }

  @Test
  void folderThatCannotBeWrittenIsReportedWhenTheSpoolIsOpened() throws IOException {
    Files.createDirectory(folder.path().resolve("." + CLUSTER + ".0000000000.segment"));

    assertThatThrownBy(() -> folder.open(CLUSTER, SMALL)).isInstanceOf(IOException.class);
    assertThat(folder.segments()).isEmpty();
  }

  @Test
  void diskThatCannotBeWrittenRefusesRecordsAndLosesNone() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      Path obstacle = folder.path().resolve("." + CLUSTER + ".0000000001.segment");
      Files.createDirectory(obstacle);
      long seq = 0;
      while (append(spool, seq) != Spool.NO_SPACE) {
        seq++;
      }
      assertThat(spool.trouble()).isPresent();
      assertThat(folder.segments()).hasSize(1);
      assertThat(seqsOf(spool)).containsExactlyElementsOf(seqs(0, seq));
    }
  }

  @Test
  void segmentHasItsFullSizeWhenItIsCreated() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      Path file = folder.segments().get(0);
      assertThat(Files.size(file)).isEqualTo(64 << 10);
      assertThat(spool.usedBytes()).isEqualTo(Segment.HEADER_BYTES);
    }
  }

  @Test
  void secondProcessOfTheSameNameIsRefused() {
    assertThatThrownBy(() -> SpoolFolder.of(disk.resolve("state").resolve("spool"), "g0"))
        .isInstanceOf(SpoolInUseException.class)
        .hasMessage("another process uses " + folder.path());
  }

  @Test
  void folderCanBeLockedAgainAfterItsOwnerHasEnded() throws IOException {
    folder.close();
    folder = SpoolFolder.of(disk.resolve("state").resolve("spool"), "g0");
    assertThat(folder.segments()).isEmpty();
  }

  @Test
  void abandonedFoldersWithEventsAreFound() throws IOException {
    crashAfter(0, 1);
    Path abandoned = folder.path();
    folder.close();
    Path parent = abandoned.getParent();
    folder = SpoolFolder.of(parent, "another name/with a path");

    assertThat(SpoolFolder.withEvents(parent)).containsExactly(abandoned);
    try (SpoolFolder found = SpoolFolder.of(abandoned)) {
      assertThat(found.segmentsFor(CLUSTER)).hasSize(1);
    }
    assertThat(abandoned).isNotEmptyDirectory();
  }

  @Test
  void unfinishedSegmentIsRemovedByTheNextOwner() throws IOException {
    Path unfinished = folder.path().resolve("." + CLUSTER + ".0000000003.segment");
    Files.writeString(unfinished, "cut");
    folder.close();

    folder = SpoolFolder.of(disk.resolve("state").resolve("spool"), "g0");
    assertThat(unfinished).doesNotExist();
    assertThat(folder.segments()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void everythingIsAccessibleOnlyToTheOwner() throws IOException {
    try (Spool spool = folder.open(CLUSTER, SMALL)) {
      append(spool, 0);
      assertThat(permissions(disk.resolve("state").resolve("spool"))).isEqualTo("rwx------");
      assertThat(permissions(folder.path())).isEqualTo("rwx------");
      try (Stream<Path> files = Files.list(folder.path())) {
        assertThat(files)
            .hasSize(2)
            .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
      }
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  /** A process that is killed leaves its files as they are. */
  private void crashAfter(long fromSeq, long toSeq) throws IOException {
    Spool spool = folder.open(CLUSTER, SMALL);
    appendAll(spool, fromSeq, toSeq);
    crash(spool);
  }

  /** Closes the files of a spool; the segments are copied back, as if nobody had closed it. */
  private void crash(Spool spool) throws IOException {
    List<Path> files = folder.segments();
    List<byte[]> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(Files.readAllBytes(file));
    }
    spool.close();
    for (int i = 0; i < files.size(); i++) {
      Files.write(files.get(i), contents.get(i));
    }
  }

  private List<Long> readAll() throws IOException {
    List<Long> seqs = new ArrayList<>();
    for (Path file : folder.segmentsFor(CLUSTER)) {
      Segment.Content content = Segment.read(file);
      assertThat(content.damage()).isEmpty();
      content.records().forEach(record -> seqs.add(record.seq()));
    }
    return seqs;
  }

  private static void appendAll(Spool spool, long fromSeq, long toSeq) {
    for (long seq = fromSeq; seq < toSeq; seq++) {
      assertThat(append(spool, seq)).isNotEqualTo(Spool.NO_SPACE);
    }
  }

  private static long append(Spool spool, long seq) {
    long end = spool.append(record(seq));
    return spool.flush() ? end : Spool.NO_SPACE;
  }

  private static SpoolRecord record(long seq) {
    return record(seq, 1_000);
  }

  private static SpoolRecord record(long seq, int valueBytes) {
    byte[] value = new byte[valueBytes];
    new Random(seq).nextBytes(value);
    return new SpoolRecord(0, seq, "timing", 3, bytes("k"), value);
  }

  private static List<Long> seqsOf(Spool spool) {
    List<Long> seqs = new ArrayList<>();
    for (SpoolRecord record = spool.read(); record != null; record = spool.read()) {
      seqs.add(record.seq());
    }
    return seqs;
  }

  private static List<Long> seqs(long from, long to) {
    return Stream.iterate(from, seq -> seq < to, seq -> seq + 1).toList();
  }

  private static void overwrite(Path path, long offset, byte[] bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(offset);
      file.write(bytes);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
