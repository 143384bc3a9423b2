package io.longhaul.sinks.delta;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the folder of each dataset that has rows a Delta table, and keeps the tables up to date
 * with the lake. All progress is in the logs of the tables, so that a killed process can be started
 * again at any time, and several can run at the same time. For one thread.
 */
public final class DeltaRegistration implements LakeTables {
  private final Lake lake;
  private final Map<Dataset<?>, DeltaTable> tables = new HashMap<>();

  public DeltaRegistration(Lake lake) {
    this.lake = lake;
  }

  /** Returns what would be right if a lake cannot have Delta tables; empty if it can. */
  public static Optional<String> problemOf(Path lake) {
    return ObjectStores.contains(lake)
        ? Optional.of(
            "a folder on a disk: in an object store, processes could overwrite commits of one"
                + " another; use --iceberg there")
        : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws DeltaException if a table is not Longhaul's, or needs what Longhaul does not write
   */
  @Override
  public Added add() throws IOException {
    int changedTables = 0;
    int files = 0;
    long rows = 0;
    Set<String> problems = new TreeSet<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      List<Path> finished = lake.files(dataset);
      if (!finished.isEmpty()) {
        DeltaTable.Added added = table(dataset).add(finished, problems);
        changedTables += added.files() > 0 ? 1 : 0;
        files += added.files();
        rows += added.rows();
      }
    }
    return new Added(changedTables, files, rows, List.copyOf(problems));
  }

  private DeltaTable table(Dataset<?> dataset) {
    return tables.computeIfAbsent(
        dataset, any -> new DeltaTable(dataset, ExportLayout.dataset(lake.folder(), dataset)));
  }
}
