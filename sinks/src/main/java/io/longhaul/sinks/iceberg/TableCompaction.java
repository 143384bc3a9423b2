package io.longhaul.sinks.iceberg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.compact.FileMerge;
import io.longhaul.sinks.parquet.FileFooter;
import io.longhaul.sinks.parquet.TableColumns;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Merges small files of a table to large ones, in order of time, and replaces them in one commit: a
 * reader sees either the old files or the new one.
 *
 * <pre>
 *   files of a checkpoint ──▶ one file for each closed hour ──▶ files of the full size
 * </pre>
 *
 * When a day is closed, all of its small files are merged to files of the full size. The files of
 * the lake do not change.
 */
final class TableCompaction<T extends SpecificRecordBase> {
  private static final long MICROS_PER_DAY = Duration.ofDays(1).toNanos() / 1_000;

  private final LakeTable lakeTable;
  private final Dataset<T> dataset;
  private final String filesOfLake;
  private final Sizes sizes;

  /**
   * When files are merged.
   *
   * @param hour the time after which the files of checkpoints are merged
   * @param late how much later a row of a run must be, so that an hour or a day before it is closed
   * @param smallBytes files of this size and larger ones are not merged again
   * @param fullBytes size of a full file, at least
   */
  record Sizes(Duration hour, Duration late, long smallBytes, long fullBytes) {
    static final Sizes USUAL =
        new Sizes(Duration.ofHours(1), Duration.ofMinutes(5), 128L << 20, 256L << 20);

    private long hourMicros() {
      return hour.toNanos() / 1_000;
    }

    private long lateMicros() {
      return late.toNanos() / 1_000;
    }
  }

  /** A file of the table of which the range of times is known. */
  private record Candidate(
      DataFile file, String run, long day, long firstMicros, long lastMicros, boolean isMerged) {
    long bytes() {
      return file.fileSizeInBytes();
    }
  }

  /** The files of a run and a day. */
  private record Day(String run, long day) {}

  /**
   * @param filesOfLake start of the locations of the lake's files of this dataset
   */
  TableCompaction(LakeTable lakeTable, Dataset<T> dataset, String filesOfLake, Sizes sizes) {
    this.lakeTable = lakeTable;
    this.dataset = dataset;
    this.filesOfLake = filesOfLake;
    this.sizes = sizes;
  }

  /**
   * What was merged.
   *
   * @param before number of the old files
   * @param after number of the new ones
   */
  record Merged(int before, int after) {}

  /**
   * Merges what can be merged now.
   *
   * @param finished runs that have a summary, whose rows are complete
   * @throws IOException if a file cannot be read or written, or a new file contains other rows than
   *     the old ones; the table then has the old files
   */
  Merged run(Set<String> finished, FileMerge.Pace pace) throws IOException {
    Table table = lakeTable.table();
    table.refresh();
    Snapshot snapshot = table.currentSnapshot();
    int before = 0;
    int after = 0;
    if (snapshot != null) {
      for (List<Candidate> files : groups(candidates(snapshot), finished)) {
        replace(files, snapshot, pace);
        before += files.size();
        after++;
      }
    }
    return new Merged(before, after);
  }

  /** Returns the small files from which no row was deleted. */
  private List<Candidate> candidates(Snapshot snapshot) throws IOException {
    Table table = lakeTable.table();
    String time = TableColumns.timestamp(dataset);
    int timeId = table.schema().findField(time).fieldId();
    List<Candidate> candidates = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table
            .newScan()
            .useSnapshot(snapshot.snapshotId())
            .includeColumnStats(List.of(time))
            .planFiles()) {
      for (FileScanTask task : tasks) {
        DataFile file = task.file();
        boolean isMerged = lakeTable.isOwn(file.location());
        boolean isKnown = isMerged || file.location().startsWith(filesOfLake);
        Optional<Long> first = micros(file.lowerBounds(), timeId);
        Optional<Long> last = micros(file.upperBounds(), timeId);
        if (isKnown
            && task.deletes().isEmpty()
            && file.specId() == lakeTable.byDay().specId()
            && first.isPresent()
            && last.isPresent()) {
          candidates.add(
              new Candidate(
                  file.copyWithStats(Set.of(timeId)),
                  RowFile.runOf(StoreFileIO.path(file.location())).orElse(""),
                  file.partition().get(0, Integer.class),
                  first.get(),
                  last.get(),
                  isMerged));
        }
      }
    }
    return candidates;
  }

  /** Returns a bound of the times of a file; empty if the table does not know it. */
  private static Optional<Long> micros(@Nullable Map<Integer, ByteBuffer> bounds, int timeId) {
    return Optional.ofNullable(bounds)
        .map(known -> known.get(timeId))
        .map(bound -> Conversions.fromByteBuffer(Types.TimestampType.withZone(), bound));
  }

  private List<List<Candidate>> groups(List<Candidate> candidates, Set<String> finished) {
    Map<String, Long> newest = new TreeMap<>();
    Map<Day, List<Candidate>> days =
        new TreeMap<>(Comparator.comparing(Day::run).thenComparing(Day::day));
    candidates.sort(
        Comparator.comparing(Candidate::firstMicros).thenComparing(each -> each.file().location()));
    for (Candidate each : candidates) {
      newest.merge(each.run(), each.lastMicros(), Math::max);
      if (each.bytes() < sizes.smallBytes()) {
        days.computeIfAbsent(new Day(each.run(), each.day()), any -> new ArrayList<>()).add(each);
      }
    }
    List<List<Candidate>> groups = new ArrayList<>();
    days.forEach(
        (day, small) -> {
          long closedUntil =
              finished.contains(day.run())
                  ? Long.MAX_VALUE
                  : newest.getOrDefault(day.run(), 0L) - sizes.lateMicros();
          if (closedUntil >= (day.day() + 1) * MICROS_PER_DAY) {
            groups.addAll(full(small, true));
          } else {
            groups.addAll(ofClosedHours(small, closedUntil));
            groups.addAll(full(small.stream().filter(Candidate::isMerged).toList(), false));
          }
        });
    return groups;
  }

  private List<List<Candidate>> ofClosedHours(List<Candidate> small, long closedUntil) {
    Map<Long, List<Candidate>> hours = new TreeMap<>();
    for (Candidate each : small) {
      long hour = Math.floorDiv(each.lastMicros(), sizes.hourMicros());
      if (!each.isMerged() && (hour + 1) * sizes.hourMicros() <= closedUntil) {
        hours.computeIfAbsent(hour, any -> new ArrayList<>()).add(each);
      }
    }
    return hours.values().stream().flatMap(hour -> full(hour, true).stream()).toList();
  }

  /**
   * Divides files into groups of the full size.
   *
   * @param withRest whether a last group of less is merged, too
   */
  private List<List<Candidate>> full(List<Candidate> files, boolean withRest) {
    List<List<Candidate>> groups = new ArrayList<>();
    List<Candidate> group = new ArrayList<>();
    long bytes = 0;
    for (Candidate each : files) {
      group.add(each);
      bytes += each.bytes();
      if (bytes >= sizes.fullBytes()) {
        groups.add(group);
        group = new ArrayList<>();
        bytes = 0;
      }
    }
    if (withRest) {
      groups.add(group);
    }
    return groups.stream().filter(each -> each.size() > 1).toList();
  }

  private void replace(List<Candidate> files, Snapshot snapshot, FileMerge.Pace pace)
      throws IOException {
    Table table = lakeTable.table();
    Candidate first = files.get(0);
    List<Path> paths =
        files.stream().map(each -> StoreFileIO.path(each.file().location())).toList();
    // Whoever merges the same files again, after a crash, replaces the file.
    String name =
        RowFile.nameStart(LocalDate.ofEpochDay(first.day()), first.run())
            + "-"
            + hash(paths)
            + RowFile.ENDING;
    Path merged = StoreFileIO.path(table.locationProvider().newDataLocation(name));
    boolean isSorted = write(paths, merged, pace);
    DataFile added =
        lakeTable.dataFile(
            merged, FileFooter.of(merged), isSorted ? table.sortOrder() : SortOrder.unsorted());
    RewriteFiles rewrite = table.newRewrite().validateFromSnapshot(snapshot.snapshotId());
    files.forEach(each -> rewrite.deleteFile(each.file()));
    rewrite.addFile(added).dataSequenceNumber(snapshot.sequenceNumber()).commit();
  }

  /** Returns whether the rows are in order of time. */
  private boolean write(List<Path> files, Path into, FileMerge.Pace pace) throws IOException {
    boolean isStored = ObjectStores.contains(into);
    Path draft =
        isStored
            ? Files.createTempFile("longhaul-", RowFile.ENDING)
            : into.resolveSibling("." + into.getFileName() + ".draft");
    try {
      Files.createDirectories(draft.getParent());
      FileMerge.Result result = new FileMerge<>(dataset, files, draft).run(pace);
      if (isStored) {
        ObjectStores.upload(draft, into);
      } else {
        Files.move(draft, into, ATOMIC_MOVE, REPLACE_EXISTING);
      }
      return result.isSorted();
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static String hash(List<Path> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      files.forEach(file -> digest.update((file + "\n").getBytes(UTF_8)));
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot name files: this Java has no SHA-256 (every Java must have it)", e);
    }
  }
}
