package io.longhaul.control.storedlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.Topics;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.RequestFragment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredLogTest {
  private static final byte[] UNREAD = {};
  private static final RequestId ID = RequestId.of(0, 7, 1);
  private static final RequestId OTHER_ID = RequestId.of(0, 7, 2);

  @TempDir Path folder;
  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private long nextOffset;

  @Test
  void eventsAreCountedOnceAndByLane() throws IOException {
    append(
        0,
        event("l", EventKind.LANE_STARTED, 0, UNREAD),
        event("l", EventKind.REQUEST_FRAGMENT, 1, fragment(ID, Ending.OK)),
        event("l", EventKind.REQUEST_FRAGMENT, 1, fragment(ID, Ending.OK)),
        event("other", EventKind.LANE_STARTED, 0, UNREAD));
    append(0, event("l", EventKind.REQUEST_FRAGMENT, 3, fragment(OTHER_ID, Ending.TIMEOUT)));

    StoredLog log = read();

    assertThat(log.damages()).isEmpty();
    assertThat(log.records()).isEqualTo(5);
    assertThat(log.lanes()).containsOnlyKeys("l", "other");
    LaneInLog lane = log.lanes().get("l");
    assertThat(lane.events()).isEqualTo(3);
    assertThat(lane.duplicates()).isEqualTo(1);
    assertThat(lane.lastSeq()).isEqualTo(3);
    assertThat(lane.isWhole()).isTrue();
    assertThat(lane.ended(Ending.OK)).isEqualTo(1);
    assertThat(lane.ended(Ending.TIMEOUT)).isEqualTo(1);
    HashSum ids = new HashSum();
    ids.add(ID);
    ids.add(OTHER_ID);
    assertThat(lane.ids()).hasToString(ids.toString());
  }

  @Test
  void recordsAfterAVerdictAreLate() throws IOException {
    append(
        0,
        event("l", EventKind.LANE_STARTED, 0, UNREAD),
        record(RecordKey.verdict("run", "l", EventKind.LANE_LOST), UNREAD),
        event("l", EventKind.REQUEST_FRAGMENT, 1, fragment(ID, Ending.OK)),
        record(RecordKey.verdict("run", "l", EventKind.RUN_CLOSED), UNREAD),
        event("l", EventKind.HEARTBEAT, 2, UNREAD));

    LaneInLog lane = read().lanes().get("l");

    assertThat(lane.events()).isEqualTo(1);
    assertThat(lane.late()).isEqualTo(1);
    assertThat(lane.ended(Ending.OK)).isZero();
  }

  @Test
  void aLaneWithoutItsFirstEventIsNotWhole() throws IOException {
    append(0, event("l", EventKind.HEARTBEAT, 5, UNREAD));

    assertThat(read().lanes().get("l").isWhole()).isFalse();
  }

  @Test
  void deletedRecordsAreCounted() throws IOException {
    append(0, event("l", EventKind.HEARTBEAT, 5, UNREAD));
    append(1, event("other", EventKind.HEARTBEAT, 5, UNREAD));
    assertThat(read().deleted()).isZero();

    Files.move(segment(0), segment(0).resolveSibling("00000000000000000042.log"));
    Files.move(segment(1), segment(1).resolveSibling("00000000000000000100.log"));

    assertThat(read().deleted()).isEqualTo(142);
  }

  @Test
  void otherRunsAndForeignRecordsAreIgnored() throws IOException {
    append(
        0,
        record(RecordKey.event("run-2", "l", EventKind.HEARTBEAT, 0), UNREAD),
        new SimpleRecord(
            "no key of a lane".getBytes(java.nio.charset.StandardCharsets.UTF_8), UNREAD),
        new SimpleRecord(null, UNREAD));

    assertThat(read().lanes()).isEmpty();
  }

  @Test
  void aDamagedBatchIsNamedWithItsPositionAndTheOthersAreRead() throws IOException {
    append(0, event("l", EventKind.LANE_STARTED, 0, UNREAD));
    long position = Files.size(segment(0));
    append(0, event("l", EventKind.REQUEST_FRAGMENT, 1, fragment(ID, Ending.OK)));
    append(0, event("l", EventKind.REQUEST_FRAGMENT, 2, fragment(OTHER_ID, Ending.OK)));
    byte[] bytes = Files.readAllBytes(segment(0));
    bytes[(int) position + 70] ^= 1;
    Files.write(segment(0), bytes);

    StoredLog log = read();

    assertThat(log.damages())
        .singleElement()
        .asString()
        .startsWith(
            "Damaged log: longhaul.timing-0/00000000000000000000.log, byte %,d: "
                .formatted(position));
    assertThat(log.lanes().get("l").events()).isEqualTo(2);
    assertThat(segment(0)).hasBinaryContent(bytes);
  }

  @Test
  void aTruncatedBatchIsNamedWithItsPosition() throws IOException {
    append(0, event("l", EventKind.LANE_STARTED, 0, UNREAD));
    long position = Files.size(segment(0));
    append(0, event("l", EventKind.HEARTBEAT, 1, UNREAD));
    byte[] bytes = Files.readAllBytes(segment(0));
    Files.write(segment(0), Arrays.copyOf(bytes, bytes.length - 3));

    assertThat(read().damages())
        .containsExactly(
            "Damaged log: longhaul.timing-0/00000000000000000000.log, byte %,d: its last batch is not complete"
                .formatted(position));
  }

  @Test
  void aFolderWithoutTopicsHasNoLanes() throws IOException {
    assertThat(StoredLog.read(folder.resolve("none"), topics, "run").lanes()).isEmpty();
  }

  private StoredLog read() throws IOException {
    return StoredLog.read(folder, topics, "run");
  }

  private Path segment(int partition) {
    return folder.resolve("longhaul.timing-" + partition + "/00000000000000000000.log");
  }

  private void append(int partition, SimpleRecord... records) throws IOException {
    Path segment = segment(partition);
    Files.createDirectories(segment.getParent());
    try (FileRecords file =
        FileRecords.open(segment.toFile(), true, Files.exists(segment), 0, false)) {
      file.append(MemoryRecords.withRecords(nextOffset, Compression.lz4().build(), records));
    }
    nextOffset += records.length;
  }

  private static SimpleRecord event(String lane, EventKind kind, long seq, byte[] payload) {
    return record(RecordKey.event("run", lane, kind, seq), payload);
  }

  private static SimpleRecord record(RecordKey key, byte[] payload) {
    return new SimpleRecord(key.toBytes(), payload);
  }

  private static byte[] fragment(RequestId id, Ending ending) {
    return new EventCodecs()
        .encode(
            EventKind.REQUEST_FRAGMENT,
            RequestFragment.newBuilder()
                .setRequestIdHi(id.hi())
                .setRequestIdLo(id.lo())
                .setFragmentNo(0)
                .setEnded(Ended.newBuilder().setEnding(ending).setEndedAtNs(9).build())
                .build());
  }
}
