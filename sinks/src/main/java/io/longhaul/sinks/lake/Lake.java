package io.longhaul.sinks.lake;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A folder of Parquet datasets in the layout of {@link RowFile} or in the older layout.
 *
 * @param folder on a disk or in an object store; if it does not exist, the lake is empty
 */
public record Lake(Path folder) {

  /** Returns the finished files of a dataset of all runs, by path. */
  public List<Path> files(Dataset<?> dataset) throws IOException {
    Path root = ExportLayout.dataset(folder, dataset);
    if (!ObjectStores.isFolder(root)) {
      return List.of();
    }
    List<Path> finished = new ArrayList<>();
    addFinished(root, finished);
    Collections.sort(finished);
    return finished;
  }

  /** Adds files by their names alone, since each look at an object would cost a request. */
  private static void addFinished(Path folder, List<Path> finished) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (RowFile.isFinished(entry)) {
          finished.add(entry);
        } else if (RowFile.isPartition(entry)) {
          addFinished(entry, finished);
        }
      }
    } catch (NoSuchFileException e) {
      // Somebody deletes a run of an older lake.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Returns the finished files of one run. */
  public List<Path> files(Dataset<?> dataset, String runId) throws IOException {
    return files(dataset).stream()
        .filter(file -> RowFile.runOf(file).filter(runId::equals).isPresent())
        .toList();
  }

  /** Returns the number of rows of one run, read from the footers. */
  public long count(Dataset<?> dataset, String runId) throws IOException {
    long rows = 0;
    for (Path file : files(dataset, runId)) {
      rows += ParquetRows.count(file);
    }
    return rows;
  }

  /** Reads every row of one run, file by file, with one row in memory. */
  public <T extends SpecificRecordBase> void forEach(
      Dataset<T> dataset, String runId, RowReader<? super T> reader) throws IOException {
    for (Path file : files(dataset, runId)) {
      forEach(dataset, file, Set.of(), reader);
    }
  }

  /**
   * Reads every row of one run, the files in order of their first rows, so that the rows of a
   * dataset with a single writing lane are in order of time.
   */
  public <T extends SpecificRecordBase> void forEachInTime(
      Dataset<T> dataset, String runId, RowReader<? super T> reader) throws IOException {
    forEachInTime(dataset, runId, Set.of(), reader);
  }

  /**
   * Does the same without some columns.
   *
   * @param unread list and map columns that are not read and are empty
   */
  public <T extends SpecificRecordBase> void forEachInTime(
      Dataset<T> dataset, String runId, Set<String> unread, RowReader<? super T> reader)
      throws IOException {
    Map<Path, Long> begins = new TreeMap<>();
    for (Path file : files(dataset, runId)) {
      beginOf(dataset, file, unread).ifPresent(begin -> begins.put(file, begin));
    }
    List<Path> inTime = new ArrayList<>(begins.keySet());
    inTime.sort(Comparator.comparing(begins::get));
    for (Path file : inTime) {
      forEach(dataset, file, unread, reader);
    }
  }

  /**
   * Returns the time of the first row of a file, in nanoseconds since the epoch; empty if it has no
   * rows.
   *
   * @param unread list and map columns that need not be read
   */
  public static <T extends SpecificRecordBase> Optional<Long> beginOf(
      Dataset<T> dataset, Path file, Set<String> unread) throws IOException {
    try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, unread)) {
      return rows.next().map(dataset::timeOf);
    }
  }

  /**
   * Reads every row of a file.
   *
   * @param unread list and map columns that are not read and are empty
   */
  public static <T extends SpecificRecordBase> void forEach(
      Dataset<T> dataset, Path file, Set<String> unread, RowReader<? super T> reader)
      throws IOException {
    try (ParquetRows<T> rows = new ParquetRows<>(dataset, file, unread)) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        reader.row(row.get());
      }
    }
  }

  /** Returns every row of one run, for small datasets. */
  public <T extends SpecificRecordBase> List<T> rows(Dataset<T> dataset, String runId)
      throws IOException {
    List<T> rows = new ArrayList<>();
    forEach(dataset, runId, rows::add);
    return rows;
  }

  /** Returns whether no dataset has a finished file. */
  public boolean isEmpty() throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      if (!files(dataset).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the sorted runs that have rows. */
  public List<String> runs() throws IOException {
    Set<String> runs = new TreeSet<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      files(dataset).forEach(file -> RowFile.runOf(file).ifPresent(runs::add));
    }
    return List.copyOf(runs);
  }
}
