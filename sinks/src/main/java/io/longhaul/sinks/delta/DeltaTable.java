package io.longhaul.sinks.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.parquet.FileFooter;
import io.longhaul.sinks.parquet.TableColumns;
import io.longhaul.sinks.tables.FilesOfOneDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The table of a dataset, in the folder of its files. Each commit adds files, and states in the
 * same step which files have been added, so that a process which continues after another one adds
 * each file once, also if rows were deleted or files rewritten meanwhile. For one thread.
 */
final class DeltaTable {
  /** Property that marks the tables of Longhaul, and names their dataset. */
  static final String DATASET = "longhaul.dataset";

  /** Bounds the memory of a commit, and what a killed process must do again. */
  static final int MAX_FILES_OF_COMMIT = 1_000;

  /** Another process that adds files does so once in a few seconds. */
  private static final int MAX_ATTEMPTS = 5;

  private static final int READER_VERSION = 1;
  private static final int WRITER_VERSION = 2;

  /** Other programs must not delete the files of the lake, which the table does not own. */
  private static final String FOR_DECADES = "interval 1000 weeks";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Dataset<?> dataset;
  private final Path folder;
  private final DeltaLog log;
  private final FilesOfOneDay fitting;
  private final ObjectNode columns;
  private final DeltaStatistics statistics;

  /**
   * @param folder the folder of the dataset
   */
  DeltaTable(Dataset<?> dataset, Path folder) {
    this.dataset = dataset;
    this.folder = folder;
    this.log = new DeltaLog(folder);
    this.fitting = new FilesOfOneDay(dataset);
    this.columns = DeltaColumns.of(TableColumns.of(dataset));
    this.statistics = new DeltaStatistics(dataset);
  }

  /** What was added to the table. */
  record Added(int files, long rows) {}

  /**
   * Adds the files that were not added yet, and creates the table with the first of them.
   *
   * @param finished finished files of the dataset
   * @param problems receives which files are not added, as sentences
   * @throws DeltaException if the table is not Longhaul's, or needs what Longhaul does not write
   * @throws IOException if a file or the log cannot be read or written
   */
  Added add(List<Path> finished, Set<String> problems) throws IOException {
    int files = 0;
    long rows = 0;
    Added added;
    do {
      added = addSome(finished, problems);
      files += added.files();
      rows += added.rows();
    } while (added.files() == MAX_FILES_OF_COMMIT);
    return new Added(files, rows);
  }

  private Added addSome(List<Path> finished, Set<String> problems) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      log.refresh();
      requireAppendable();
      FileTransactions known = new FileTransactions(log.transactions());
      List<ObjectNode> files = new ArrayList<>();
      long rows = 0;
      for (Path file : finished) {
        String name = file.getFileName().toString();
        if (files.size() < MAX_FILES_OF_COMMIT && !known.contains(name)) {
          Optional<FileFooter> footer = fitting.footer(file, problems);
          if (footer.isPresent()) {
            files.add(addition(file, footer.get()));
            rows += footer.get().rows();
            known.add(name);
          }
        }
      }
      if (files.isEmpty() || log.commit(actions(known, files))) {
        return new Added(files.size(), rows);
      }
    }
    throw cannotAdd("other processes change it all the time (end them)");
  }

  private void requireAppendable() throws DeltaException {
    if (log.isNew()) {
      return;
    }
    if (!log.metaData().path("configuration").path(DATASET).asText().equals(dataset.name())) {
      throw cannotAdd(
          "Longhaul did not create it (move its folder %s away)".formatted(DeltaLog.FOLDER));
    }
    int reader = log.protocol().path("minReaderVersion").asInt();
    int writer = log.protocol().path("minWriterVersion").asInt();
    if (reader > READER_VERSION || writer > WRITER_VERSION) {
      throw cannotAdd(
          "another program has raised its protocol to version %d for readers and %d for writers (drop its table features, or move its folder %s away)"
              .formatted(reader, writer, DeltaLog.FOLDER));
    }
  }

  private DeltaException cannotAdd(String reason) {
    return new DeltaException("Cannot add files to Delta table " + folder + ": " + reason);
  }

  private List<ObjectNode> actions(FileTransactions transactions, List<ObjectNode> files) {
    List<ObjectNode> actions = new ArrayList<>();
    actions.add(commitInfo());
    if (log.isNew()) {
      actions.add(protocol());
      actions.add(action("metaData", newMetaData()));
    } else {
      withNewColumns(log.metaData()).ifPresent(changed -> actions.add(action("metaData", changed)));
    }
    transactions
        .changed()
        .forEach(
            (application, version) ->
                actions.add(
                    action(
                        "txn",
                        NODES.objectNode().put("appId", application).put("version", version))));
    actions.addAll(files);
    return actions;
  }

  private static ObjectNode action(String name, JsonNode content) {
    return NODES.objectNode().set(name, content);
  }

  /** Only appends, whose conflicts with other transactions Delta can thus exclude. */
  private static ObjectNode commitInfo() {
    ObjectNode info =
        NODES
            .objectNode()
            .put("timestamp", System.currentTimeMillis())
            .put("operation", "WRITE")
            .put("isBlindAppend", true)
            .put("engineInfo", "Longhaul");
    info.putObject("operationParameters").put("mode", "Append");
    return action("commitInfo", info);
  }

  private static ObjectNode protocol() {
    return action(
        "protocol",
        NODES
            .objectNode()
            .put("minReaderVersion", READER_VERSION)
            .put("minWriterVersion", WRITER_VERSION));
  }

  private ObjectNode newMetaData() {
    ObjectNode metaData =
        NODES
            .objectNode()
            .put("id", UUID.randomUUID().toString())
            .put("name", dataset.name())
            .put("description", TableColumns.meaning(dataset));
    metaData.putObject("format").put("provider", "parquet").putObject("options");
    metaData.put(DeltaColumns.IN_METADATA, columns.toString());
    metaData.putArray("partitionColumns").add(TableColumns.DAY);
    metaData
        .putObject("configuration")
        .put(DATASET, dataset.name())
        .put("delta.deletedFileRetentionDuration", FOR_DECADES)
        // The log is read from its first commit on.
        .put("delta.enableExpiredLogCleanup", "false")
        .put("delta.dataSkippingStatsColumns", String.join(",", statistics.columns()));
    metaData.put("createdTime", System.currentTimeMillis());
    return metaData;
  }

  /** Returns changed metadata; empty if the table has all columns. */
  private Optional<ObjectNode> withNewColumns(ObjectNode metaData) {
    String before = metaData.path(DeltaColumns.IN_METADATA).asText();
    String after = DeltaColumns.union(before, columns);
    return after.equals(before)
        ? Optional.empty()
        : Optional.of(metaData.deepCopy().put(DeltaColumns.IN_METADATA, after));
  }

  /** Names of files contain no characters that a URI would escape. */
  private ObjectNode addition(Path file, FileFooter footer) throws IOException {
    ObjectNode added = NODES.objectNode().put("path", folder.relativize(file).toString());
    added.putObject("partitionValues").put(TableColumns.DAY, footer.day().orElseThrow().toString());
    added
        .put("size", Files.size(file))
        .put("modificationTime", Files.getLastModifiedTime(file).toMillis())
        .put("dataChange", true)
        .put("stats", statistics.of(footer).toString());
    return action("add", added);
  }
}
