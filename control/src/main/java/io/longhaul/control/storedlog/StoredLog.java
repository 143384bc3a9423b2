package io.longhaul.control.storedlog;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.Topics;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.RequestFragment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The lanes of one run in the log of an embedded broker.
 *
 * @param lanes by name, the coordinator's included
 * @param damages sentences about the places that cannot be read
 * @param records number of records of the run
 * @param deleted number of records, of any run, that were deleted from the beginning of the log
 */
public record StoredLog(
    Map<String, LaneInLog> lanes, List<String> damages, long records, long deleted) {

  /**
   * Reads the lanes of a run.
   *
   * @param folder the broker's data folder
   * @throws IOException if a file cannot be opened
   */
  public static StoredLog read(Path folder, Topics topics, String runId) throws IOException {
    Lanes lanes = new Lanes(folder, runId);
    long deleted = 0;
    for (String topic : topics.lanes()) {
      for (Path folderOfPartition : partitions(folder, topic)) {
        StoredPartition partition = new StoredPartition(folderOfPartition);
        partition.read(lanes);
        deleted += partition.firstOffset();
      }
    }
    return new StoredLog(lanes.byName, lanes.damages, lanes.records, deleted);
  }

  private static List<Path> partitions(Path folder, String topic) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(
              each -> each.getFileName().toString().matches(Pattern.quote(topic) + "-\\d+"))
          .sorted()
          .toList();
    }
  }

  private static final class Lanes implements StoredPartition.Reader {
    private final Path folder;
    private final String runId;
    private final EventCodecs codecs = new EventCodecs();
    private final Map<String, LaneInLog> byName = new TreeMap<>();
    private final List<String> damages = new ArrayList<>();
    private long records;

    Lanes(Path folder, String runId) {
      this.folder = folder;
      this.runId = runId;
    }

    @Override
    public void record(long offset, byte[] key, byte[] value) {
      RecordKey.parse(key)
          .filter(parsed -> parsed.runId().equals(runId))
          .ifPresent(parsed -> add(parsed, value));
    }

    private void add(RecordKey key, byte[] value) {
      records++;
      LaneInLog lane = byName.computeIfAbsent(key.laneId(), any -> new LaneInLog());
      EventKind kind = key.kind();
      if (kind.isVerdict()) {
        lane.end(kind);
        return;
      }
      if (!lane.arrived(key.seq())) {
        return;
      }
      if (kind == EventKind.REQUEST_FRAGMENT) {
        try {
          lane.ended((RequestFragment) codecs.decode(kind, value));
        } catch (UnreadableRecordException e) {
          // The job rejects it, and the lane counts it as lost.
          return;
        }
      }
      lane.end(kind);
    }

    @Override
    public void damaged(Path segment, long position, String why) {
      damages.add(
          "Damaged log: %s, byte %,d: %s".formatted(folder.relativize(segment), position, why));
    }
  }
}
