package io.longhaul.sinks.iceberg;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A catalog in SQLite, whose process can be killed at any step. */
final class TestCatalog extends JdbcCatalog {
  static final Namespace NAMESPACE = Namespace.of("longhaul");

  /** The process was killed: nothing that it does has an effect any more. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Counts steps, each of which changes something outside the process. */
  static final class Steps {
    private final int last;
    private int done;

    /**
     * @param last number of steps after which the process is dead
     */
    Steps(int last) {
      this.last = last;
    }

    synchronized void next() {
      if (done >= last) {
        throw new Killed();
      }
      done++;
    }
  }

  private final Steps steps;

  private TestCatalog(Steps steps) {
    super(any -> new SteppedFileIO(steps), null, true);
    this.steps = steps;
  }

  /** Opens the catalog in a folder; a new process does that. */
  static TableCatalog open(Path folder, Steps steps) {
    TestCatalog catalog = new TestCatalog(steps);
    catalog.initialize(
        "longhaul",
        Map.of(
            CatalogProperties.URI,
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            CatalogProperties.WAREHOUSE_LOCATION,
            StoreFileIO.location(folder.resolve("warehouse"))));
    if (!catalog.namespaceExists(NAMESPACE)) {
      catalog.createNamespace(NAMESPACE);
    }
    return new TableCatalog(catalog, catalog, NAMESPACE, "of the test");
  }

  static TableCatalog open(Path folder) {
    return open(folder, new Steps(Integer.MAX_VALUE));
  }

  static Table table(TableCatalog catalog, Dataset<?> dataset) {
    return catalog.catalog().loadTable(TableIdentifier.of(NAMESPACE, dataset.name()));
  }

  /** Returns the files of a snapshot in order of their names. */
  static List<Path> files(Table table, long snapshot) throws IOException {
    List<Path> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot).planFiles()) {
      tasks.forEach(task -> files.add(StoreFileIO.path(task.file().location())));
    }
    return files.stream().sorted().toList();
  }

  static List<Path> currentFiles(Table table) throws IOException {
    return files(table, table.currentSnapshot().snapshotId());
  }

  /** Returns the current files that were written for the table. */
  static List<Path> ownFiles(Table table) throws IOException {
    Path own = StoreFileIO.path(table.location());
    return currentFiles(table).stream().filter(file -> file.startsWith(own)).toList();
  }

  /** Returns the IDs of all requests in the table, each as often as it is there. */
  static List<String> requests(Table table) throws IOException {
    table.refresh();
    return requests(table, table.currentSnapshot().snapshotId());
  }

  static List<String> requests(Table table, long snapshot) throws IOException {
    return rows(files(table, snapshot)).stream().map(RequestRow::getRequestId).sorted().toList();
  }

  static List<RequestRow> rows(List<Path> files) throws IOException {
    List<RequestRow> rows = new ArrayList<>();
    for (Path file : files) {
      Lake.forEach(Dataset.REQUESTS, file, Set.of(), rows::add);
    }
    return rows;
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier name) {
    return new SteppedOperations(super.newTableOps(name), steps);
  }

  private record SteppedOperations(TableOperations operations, Steps steps)
      implements TableOperations {
    @Override
    public TableMetadata current() {
      return operations.current();
    }

    @Override
    public TableMetadata refresh() {
      return operations.refresh();
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      steps.next();
      operations.commit(base, metadata);
      steps.next();
    }

    @Override
    public FileIO io() {
      return operations.io();
    }

    @Override
    public String metadataFileLocation(String name) {
      return operations.metadataFileLocation(name);
    }

    @Override
    public LocationProvider locationProvider() {
      return operations.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
      return operations.temp(uncommitted);
    }
  }

  private record SteppedFileIO(FileIO files, Steps steps) implements FileIO {
    private static final long serialVersionUID = 1;

    SteppedFileIO(Steps steps) {
      this(new StoreFileIO(), steps);
    }

    @Override
    public InputFile newInputFile(String location) {
      return files.newInputFile(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
      steps.next();
      return files.newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
      steps.next();
      files.deleteFile(location);
    }

    @Override
    public Map<String, String> properties() {
      return Map.of();
    }
  }
}
