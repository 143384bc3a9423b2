package io.longhaul.sinks.lake;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A folder of Parquet datasets, in the layout of {@link RowFile} or in the one before it.
 *
 * @param folder need not exist yet: then the lake is empty
 */
public record Lake(Path folder) {

  /** Finished files of a dataset, all runs, by path. */
  public List<Path> files(Dataset<?> dataset) throws IOException {
    Path root = ExportLayout.dataset(folder, dataset);
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<Path> finished = new ArrayList<>();
    Files.walkFileTree(root, new FinishedFiles(finished));
    Collections.sort(finished);
    return finished;
  }

  /** Finished files of one run. */
  public List<Path> files(Dataset<?> dataset, String runId) throws IOException {
    return files(dataset).stream()
        .filter(file -> RowFile.runOf(file).filter(runId::equals).isPresent())
        .toList();
  }

  /** Rows of one run, from the footers. */
  public long count(Dataset<?> dataset, String runId) throws IOException {
    long rows = 0;
    for (Path file : files(dataset, runId)) {
      rows += ParquetRows.count(file);
    }
    return rows;
  }

  /** Shows every row of one run, file by file; nothing is kept. */
  public <T extends SpecificRecordBase> void forEach(
      Dataset<T> dataset, String runId, RowReader<? super T> reader) throws IOException {
    for (Path file : files(dataset, runId)) {
      forEach(dataset, file, Set.of(), reader);
    }
  }

  /**
   * Shows every row of one run, the files in the order of their first rows: so the rows of a
   * dataset that one lane fills come in the order of time.
   */
  public <T extends SpecificRecordBase> void forEachInTime(
      Dataset<T> dataset, String runId, ToLongFunction<T> epochNanos, RowReader<? super T> reader)
      throws IOException {
    forEachInTime(dataset, runId, epochNanos, Set.of(), reader);
  }

  /**
   * As the other one, without some columns.
   *
   * @param unread lists and maps that are not wanted: they cost no reading and are empty
   */
  public <T extends SpecificRecordBase> void forEachInTime(
      Dataset<T> dataset,
      String runId,
      ToLongFunction<T> epochNanos,
      Set<String> unread,
      RowReader<? super T> reader)
      throws IOException {
    Map<Path, Long> begins = new TreeMap<>();
    for (Path file : files(dataset, runId)) {
      try (ParquetRows<T> rows = new ParquetRows<>(dataset, file)) {
        rows.next().ifPresent(row -> begins.put(file, epochNanos.applyAsLong(row)));
      }
    }
    List<Path> inTime = new ArrayList<>(begins.keySet());
    inTime.sort(Comparator.comparing(begins::get));
    for (Path file : inTime) {
      forEach(dataset, file, unread, reader);
    }
  }

  private static <T extends SpecificRecordBase> void forEach(
      Dataset<T> dataset, Path file, Set<String> unread, RowReader<? super T> reader)
      throws IOException {
    try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, unread)) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        reader.row(row.get());
      }
    }
  }

  /** Every row of one run, for datasets that are small. */
  public <T extends SpecificRecordBase> List<T> rows(Dataset<T> dataset, String runId)
      throws IOException {
    List<T> rows = new ArrayList<>();
    forEach(dataset, runId, rows::add);
    return rows;
  }

  /** The hash of a run's rows in one dataset. */
  public <T extends SpecificRecordBase> RowHash hash(Dataset<T> dataset, String runId)
      throws IOException {
    RowHash hash = new RowHash();
    forEach(dataset, runId, hash::add);
    return hash;
  }

  /** Runs that have rows, sorted. */
  public List<String> runs() throws IOException {
    Set<String> runs = new TreeSet<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      files(dataset).forEach(file -> RowFile.runOf(file).ifPresent(runs::add));
    }
    return List.copyOf(runs);
  }

  /** Looks at a folder in which a job is renaming files: what is gone again was not finished. */
  private static final class FinishedFiles extends SimpleFileVisitor<Path> {
    private final List<Path> finished;

    FinishedFiles(List<Path> finished) {
      this.finished = finished;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (RowFile.isFinished(file)) {
        finished.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
      if (problem instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw problem;
    }
  }
}
