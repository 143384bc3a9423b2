package io.longhaul.sinks.iceberg;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.compact.FileMerge;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Keeps the tables of a catalog up to date with a lake, one table for each dataset that has rows.
 * All progress is in the tables, so that a killed process can be started again at any time. For one
 * thread.
 */
public final class LakeRegistration implements LakeTables {
  /** Another process that adds files does so once in a few seconds. */
  private static final int MAX_ATTEMPTS = 5;

  private final Lake lake;
  private final TableCatalog catalog;
  private final TableCompaction.Sizes sizes;
  private final Map<Dataset<?>, LakeTable> tables = new HashMap<>();

  public LakeRegistration(Lake lake, TableCatalog catalog) {
    this(lake, catalog, TableCompaction.Sizes.USUAL);
  }

  LakeRegistration(Lake lake, TableCatalog catalog, TableCompaction.Sizes sizes) {
    this.lake = lake;
    this.catalog = catalog;
    this.sizes = sizes;
  }

  /** What was merged. */
  public record Merged(int filesBefore, int filesAfter) {}

  /**
   * Adds all finished files that are not in the tables yet.
   *
   * @throws CatalogException if the catalog fails
   * @throws IOException if the lake cannot be read
   */
  @Override
  public Added add() throws IOException {
    int changedTables = 0;
    int files = 0;
    long rows = 0;
    Set<String> problems = new TreeSet<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      List<Path> finished = lake.files(dataset);
      if (finished.isEmpty()) {
        continue;
      }
      boolean isChanged = false;
      LakeTable.Added added;
      do {
        added = attempt(() -> addSome(dataset, finished));
        isChanged |= added.files() > 0;
        files += added.files();
        rows += added.rows();
        problems.addAll(added.problems());
      } while (added.files() == LakeTable.MAX_FILES_OF_COMMIT);
      changedTables += isChanged ? 1 : 0;
    }
    return new Added(changedTables, files, rows, List.copyOf(problems));
  }

  private LakeTable.Added addSome(Dataset<?> dataset, List<Path> finished) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<LakeTable.Added> added = table(dataset).add(lake, finished);
      if (added.isPresent()) {
        return added.get();
      }
    }
    throw new CatalogException(
        "Cannot add files to table %s of %s: another process adds files all the time (end it)"
            .formatted(dataset, catalog));
  }

  private LakeTable table(Dataset<?> dataset) throws IOException {
    LakeTable table = tables.get(dataset);
    if (table == null) {
      table = LakeTable.open(catalog, dataset);
      tables.put(dataset, table);
    }
    return table;
  }

  /**
   * Merges small files of closed hours and days in the tables; those of the lake remain.
   *
   * @param pace called before each row
   * @throws CatalogException if the catalog fails
   * @throws IOException if a file cannot be read or written
   */
  public Merged compact(FileMerge.Pace pace) throws IOException {
    Set<String> finished = new HashSet<>();
    for (Path summary : lake.files(Dataset.RUNS)) {
      RowFile.runOf(summary).ifPresent(finished::add);
    }
    int before = 0;
    int after = 0;
    for (Dataset<?> dataset : Dataset.ALL) {
      if (tables.containsKey(dataset)) {
        TableCompaction.Merged merged = attempt(() -> compaction(dataset).run(finished, pace));
        before += merged.before();
        after += merged.after();
      }
    }
    return new Merged(before, after);
  }

  private <T extends SpecificRecordBase> TableCompaction<T> compaction(Dataset<T> dataset)
      throws IOException {
    String files = StoreFileIO.location(ExportLayout.dataset(lake.folder(), dataset)) + "/";
    return new TableCompaction<>(table(dataset), dataset, files, sizes);
  }

  /**
   * Removes snapshots that are older, and what only they need, from all tables.
   *
   * @return the number of snapshots
   * @throws CatalogException if the catalog fails
   */
  public int expireSnapshots(Duration keep) throws IOException {
    int expired = 0;
    for (LakeTable table : List.copyOf(tables.values())) {
      expired += attempt(() -> table.expireSnapshots(keep, System.currentTimeMillis()));
    }
    return expired;
  }

  /** An operation on a table. */
  private interface Operation<R> {
    R run() throws IOException;
  }

  private <R> R attempt(Operation<R> operation) throws IOException {
    try {
      return operation.run();
    } catch (UncheckedIOException e) {
      tables.clear();
      throw e.getCause();
    } catch (RuntimeException e) {
      // A table may have been replaced.
      tables.clear();
      throw CatalogException.of(catalog.toString(), e);
    }
  }
}
