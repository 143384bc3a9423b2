package io.longhaul.sinks.iceberg;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FileFooter;
import io.longhaul.sinks.parquet.TableColumns;
import io.longhaul.sinks.tables.FilesOfOneDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.ParquetUtil;
import org.jspecify.annotations.Nullable;

/**
 * The table of a dataset. A property of the table lists the files of each run that were added to
 * it. It changes in the same commit that adds the files, so that a process which continues after
 * another one adds each file once, also if the files were merged meanwhile, or rows were deleted.
 *
 * <p>Methods throw the runtime exceptions of Iceberg. For one thread.
 */
final class LakeTable {
  /** Marks the tables of Longhaul, and names their dataset. */
  static final String DATASET = "longhaul.dataset";

  /** Start of the property with the files of a run. */
  static final String FILES = "longhaul.files.";

  /** Start of the property with the lake of a run. */
  static final String LAKE = "longhaul.lake.";

  /** In the summary of each snapshot that adds files of a lake. */
  static final String ADDED_FROM = "longhaul.lake";

  /** Follows the start of a property for rows without a run, before the lake; no run has it. */
  private static final String NO_RUN = "@";

  /** Bounds the memory of a commit, and what a killed process must do again. */
  static final int MAX_FILES_OF_COMMIT = 1_000;

  private final Table table;
  private final FilesOfOneDay fitting;
  private final PartitionSpec byDay;
  private final NameMapping columnIds;
  private final MetricsConfig metrics;

  private LakeTable(Table table, FilesOfOneDay fitting, PartitionSpec byDay) {
    this.table = table;
    this.fitting = fitting;
    this.byDay = byDay;
    this.columnIds =
        NameMappingParser.fromJson(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
    this.metrics = MetricsConfig.forTable(table);
  }

  /**
   * Opens the table of a dataset, creates it if there is none, and adds the columns that it lacks.
   *
   * @throws CatalogException if the name belongs to a table that is not Longhaul's
   */
  static LakeTable open(TableCatalog tables, Dataset<?> dataset) throws IOException {
    Catalog catalog = tables.catalog();
    TableIdentifier name = TableIdentifier.of(tables.namespace(), dataset.name());
    Schema columns = IcebergColumns.of(TableColumns.of(dataset));
    Table table =
        catalog.tableExists(name)
            ? catalog.loadTable(name)
            : create(catalog, name, columns, dataset);
    if (!dataset.name().equals(table.properties().get(DATASET))) {
      throw new CatalogException(
          "Cannot add files to table %s: Longhaul did not create it (choose another namespace)"
              .formatted(name));
    }
    addNewColumns(table, columns);
    nameColumns(table);
    return new LakeTable(table, new FilesOfOneDay(dataset), byDay(table, dataset));
  }

  private static Table create(
      Catalog catalog, TableIdentifier name, Schema columns, Dataset<?> dataset) {
    return catalog
        .buildTable(name, columns)
        .withPartitionSpec(
            PartitionSpec.builderFor(columns).day(TableColumns.timestamp(dataset)).build())
        .withSortOrder(SortOrder.builderFor(columns).asc(dataset.timeColumn()).build())
        .withProperty(TableProperties.FORMAT_VERSION, "2")
        .withProperty(DATASET, dataset.name())
        .withProperty("comment", TableColumns.meaning(dataset))
        // Other programs must not delete the files of the lake, which are not the table's own.
        .withProperty(TableProperties.GC_ENABLED, "false")
        .withProperty(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true")
        .withProperty(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "20")
        .create();
  }

  /** New columns get new field IDs; columns that only newer releases know remain. */
  private static void addNewColumns(Table table, Schema columns) {
    UpdateSchema update = table.updateSchema().unionByNameWith(columns);
    if (!update.apply().sameSchema(table.schema())) {
      update.commit();
    }
  }

  /** Files contain names of columns, but no field IDs. */
  private static void nameColumns(Table table) {
    if (!table.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING)) {
      String mapping = NameMappingParser.toJson(MappingUtil.create(table.schema()));
      table.updateProperties().set(TableProperties.DEFAULT_NAME_MAPPING, mapping).commit();
    }
  }

  private static PartitionSpec byDay(Table table, Dataset<?> dataset) throws IOException {
    int time = table.schema().findField(TableColumns.timestamp(dataset)).fieldId();
    return table.specs().values().stream()
        .filter(spec -> spec.fields().size() == 1)
        .filter(spec -> spec.fields().get(0).sourceId() == time)
        .filter(spec -> spec.fields().get(0).transform().toString().equals("day"))
        .findFirst()
        .orElseThrow(
            () ->
                new CatalogException(
                    "Cannot add files to table %s: it is not divided by day(%s) (choose another namespace)"
                        .formatted(table.name(), TableColumns.timestamp(dataset))));
  }

  Table table() {
    return table;
  }

  PartitionSpec byDay() {
    return byDay;
  }

  /**
   * What was added to a table.
   *
   * @param problems files that were not added, as sentences
   */
  record Added(int files, long rows, List<String> problems) {
    static final Added NOTHING = new Added(0, 0, List.of());
  }

  /**
   * Adds the files that were not added yet; none if another process adds files at the same time.
   *
   * @param files finished files of the dataset in the lake
   * @return empty if another process has added files at the same time
   * @throws IOException if a file cannot be read
   */
  Optional<Added> add(Lake lake, List<Path> files) throws IOException {
    table.refresh();
    Snapshot current = table.currentSnapshot();
    Progress progress = new Progress(StoreFileIO.location(lake.folder()), table.properties());
    List<DataFile> fresh = new ArrayList<>();
    TreeSet<String> problems = new TreeSet<>();
    for (Path file : files) {
      if (fresh.size() < MAX_FILES_OF_COMMIT && progress.isNew(file, problems)) {
        dataFile(file, problems).ifPresent(fresh::add);
      }
    }
    if (fresh.isEmpty()) {
      return Optional.of(new Added(0, 0, List.copyOf(problems)));
    }
    OtherProcess others = new OtherProcess(current == null ? null : current.snapshotId());
    if (!commit(fresh, progress, others)) {
      return Optional.empty();
    }
    long rows = fresh.stream().mapToLong(DataFile::recordCount).sum();
    return Optional.of(new Added(fresh.size(), rows, List.copyOf(problems)));
  }

  private boolean commit(List<DataFile> fresh, Progress progress, OtherProcess others) {
    fresh.forEach(file -> progress.add(StoreFileIO.path(file.location())));
    Transaction transaction = table.newTransaction();
    AppendFiles append = transaction.newAppend().set(ADDED_FROM, progress.lake);
    append.validateWith(others::haveNotAdded);
    fresh.forEach(append::appendFile);
    try {
      append.commit();
      UpdateProperties properties = transaction.updateProperties();
      progress.changed().forEach(properties::set);
      properties.commit();
      transaction.commitTransaction();
      return true;
    } catch (RuntimeException e) {
      if (others.haveAdded) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Notices files that another process added after the progress was read: the commit would undo its
   * progress.
   */
  private static final class OtherProcess {
    private final @Nullable Long known;
    private boolean haveAdded;

    OtherProcess(@Nullable Long known) {
      this.known = known;
    }

    boolean haveNotAdded(Iterable<Snapshot> newestFirst) {
      haveAdded =
          StreamSupport.stream(newestFirst.spliterator(), false)
              .takeWhile(snapshot -> known == null || snapshot.snapshotId() != known)
              .anyMatch(snapshot -> snapshot.summary().containsKey(ADDED_FROM));
      return !haveAdded;
    }
  }

  /** Which files of each run were added. */
  private static final class Progress {
    private final String lake;
    private final Map<String, String> properties;
    private final Map<String, RegisteredFiles> read = new HashMap<>();
    private final Map<String, String> changedLakes = new TreeMap<>();
    private final TreeSet<String> changedRuns = new TreeSet<>();

    Progress(String lake, Map<String, String> properties) {
      this.lake = lake;
      this.properties = properties;
    }

    private String keyOf(Path file) {
      return RowFile.runOf(file).orElse(NO_RUN + lake);
    }

    private RegisteredFiles of(String key) {
      return read.computeIfAbsent(
          key, any -> RegisteredFiles.parse(properties.getOrDefault(FILES + key, "")));
    }

    /** Returns whether a file must be added; one of a run in another lake must not. */
    boolean isNew(Path file, Set<String> problems) {
      String key = keyOf(file);
      if (of(key).contains(file.getFileName().toString())) {
        return false;
      }
      String known = properties.getOrDefault(LAKE + key, lake);
      if (!known.equals(lake)) {
        problems.add(
            "Run %s is not added: the table contains its rows from %s".formatted(key, known));
        return false;
      }
      return true;
    }

    void add(Path file) {
      String key = keyOf(file);
      of(key).add(file.getFileName().toString());
      changedRuns.add(key);
      changedLakes.put(LAKE + key, lake);
    }

    Map<String, String> changed() {
      Map<String, String> changed = new TreeMap<>(changedLakes);
      changedRuns.forEach(key -> changed.put(FILES + key, of(key).toString()));
      return changed;
    }
  }

  /** Returns a file of the lake as a file of the table, unless the table cannot contain it. */
  private Optional<DataFile> dataFile(Path file, Set<String> problems) throws IOException {
    Optional<FileFooter> footer = fitting.footer(file, problems);
    return footer.isPresent()
        ? Optional.of(dataFile(file, footer.get(), SortOrder.unsorted()))
        : Optional.empty();
  }

  /** Returns a file as a file of the table, with the statistics of its footer. */
  DataFile dataFile(Path file, FileFooter footer, SortOrder order) throws IOException {
    String location = StoreFileIO.location(file);
    LocalDate day = footer.day().orElseThrow();
    PartitionData partition = new PartitionData(byDay.partitionType());
    partition.set(0, Math.toIntExact(day.toEpochDay()));
    return DataFiles.builder(byDay)
        .withPath(location)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(Files.size(file))
        .withPartition(partition)
        .withMetrics(ParquetUtil.fileMetrics(table.io().newInputFile(location), metrics, columnIds))
        .withSplitOffsets(footer.rowGroupOffsets())
        .withSortOrder(order)
        .build();
  }

  /**
   * Removes old snapshots, and the files that only they need: metadata and merged files, but no
   * file of a lake.
   *
   * @return the number of snapshots
   */
  int expireSnapshots(Duration keep, long nowMillis) {
    table.refresh();
    long before = nowMillis - keep.toMillis();
    Snapshot current = table.currentSnapshot();
    long old =
        StreamSupport.stream(table.snapshots().spliterator(), false)
            .filter(snapshot -> current == null || snapshot.snapshotId() != current.snapshotId())
            .filter(snapshot -> snapshot.timestampMillis() < before)
            .count();
    if (old == 0) {
      return 0;
    }
    Set<String> unneeded = ConcurrentHashMap.newKeySet();
    Transaction transaction = table.newTransaction();
    setGarbageCollection(transaction, true);
    transaction
        .expireSnapshots()
        .expireOlderThan(before)
        .retainLast(1)
        .deleteWith(unneeded::add)
        .commit();
    setGarbageCollection(transaction, false);
    transaction.commitTransaction();
    unneeded.stream().filter(this::isOwn).forEach(this::delete);
    return Math.toIntExact(old);
  }

  /** Iceberg expires snapshots only in tables whose files it may delete. */
  private static void setGarbageCollection(Transaction transaction, boolean isOn) {
    transaction.updateProperties().set(TableProperties.GC_ENABLED, Boolean.toString(isOn)).commit();
  }

  /** Returns whether a file was written for the table, not for a lake. */
  boolean isOwn(String location) {
    return location.startsWith(table.location() + "/");
  }

  private void delete(String location) {
    try {
      table.io().deleteFile(location);
    } catch (NotFoundException e) {
      // Another process has deleted it.
    }
  }
}
