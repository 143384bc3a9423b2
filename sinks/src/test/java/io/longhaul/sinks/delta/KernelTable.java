package io.longhaul.sinks.delta;

import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Table;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The newest version of a table as Delta Kernel, Delta's own library, reads it. */
final class KernelTable {
  private final Engine engine = DefaultEngine.create(new Configuration());
  private final SnapshotImpl snapshot;

  KernelTable(Path folder) {
    this.snapshot =
        (SnapshotImpl) Table.forPath(engine, folder.toString()).getLatestSnapshot(engine);
  }

  long version() {
    return snapshot.getVersion();
  }

  StructType columns() {
    return snapshot.getSchema();
  }

  Map<String, String> properties() {
    return snapshot.getMetadata().getConfiguration();
  }

  Optional<Long> transaction(String application) {
    return snapshot.getLatestTransactionVersion(engine, application);
  }

  /** Returns the names of the files in which rows can fulfill a condition. */
  List<String> files(Predicate condition) throws IOException {
    return files(snapshot.getScanBuilder().withFilter(condition));
  }

  List<String> files() throws IOException {
    return files(snapshot.getScanBuilder());
  }

  private List<String> files(ScanBuilder scan) throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterator<Row> rows = Utils.intoRows(scan.build().getScanFiles(engine))) {
      while (rows.hasNext()) {
        String path = InternalScanFileUtils.getAddFileStatus(rows.next()).getPath();
        files.add(
            Path.of(URI.create(path.replaceFirst("^file:/+", "file:///")))
                .getFileName()
                .toString());
      }
    }
    return files.stream().sorted().toList();
  }

  /** Returns the values of a column of all rows. */
  List<Object> values(String column) throws IOException {
    Scan scan =
        snapshot
            .getScanBuilder()
            .withReadSchema(new StructType().add(columns().get(column)))
            .build();
    Row state = scan.getScanState(engine);
    StructType inFiles = ScanStateRow.getPhysicalDataReadSchema(engine, state);
    List<Object> values = new ArrayList<>();
    try (CloseableIterator<Row> files = Utils.intoRows(scan.getScanFiles(engine))) {
      while (files.hasNext()) {
        Row file = files.next();
        CloseableIterator<ColumnarBatch> data =
            engine
                .getParquetHandler()
                .readParquetFiles(
                    Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                    inFiles,
                    Optional.empty());
        try (CloseableIterator<FilteredColumnarBatch> batches =
                Scan.transformPhysicalData(engine, state, file, data);
            CloseableIterator<Row> rows = Utils.intoRows(batches)) {
          while (rows.hasNext()) {
            values.add(value(rows.next()));
          }
        }
      }
    }
    return values;
  }

  private static Object value(Row row) {
    return switch (row.getSchema().at(0).getDataType().toString()) {
      case "string" -> row.getString(0);
      case "date" -> row.getInt(0);
      default -> row.getLong(0);
    };
  }
}
