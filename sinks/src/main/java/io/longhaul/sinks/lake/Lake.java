package io.longhaul.sinks.lake;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A folder of Parquet datasets.
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
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Lake::isFinished).sorted().toList();
    }
  }

  /** Finished files of one run. */
  public List<Path> files(Dataset<?> dataset, String runId) throws IOException {
    return files(dataset).stream().filter(file -> runOf(file).equals(runId)).toList();
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
      Dataset<T> dataset, String runId, Consumer<? super T> reader) throws IOException {
    for (Path file : files(dataset, runId)) {
      try (ParquetRows<T> rows = new ParquetRows<>(dataset, file)) {
        for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
          reader.accept(row.get());
        }
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
    List<String> runs = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      files(dataset).stream().map(Lake::runOf).forEach(runs::add);
    }
    return runs.stream().distinct().sorted().toList();
  }

  /** The run that a finished file belongs to, from its folder's name. */
  static String runOf(Path file) {
    return file.getParent().getFileName().toString().substring("run_id=".length());
  }

  private static boolean isFinished(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("part-") && name.endsWith(".parquet");
  }

  static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return -1;
    }
  }
}
