package io.longhaul.report.verify;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A lake that the job has written from a recorded log, with its documents, for a test to damage.
 *
 * <ul>
 *   <li>{@code sessions}: conversations after a warm-up, with HTTP errors, GPU and server metrics
 *   <li>{@code rate}: two generators, one of which was killed, and slices by model
 * </ul>
 */
public record StoredRun(ExportLayout layout, Lake lake, String runId) {
  /** Unzips a run to a folder. */
  public static StoredRun unzip(String name, Path folder) throws IOException {
    try (InputStream in = StoredRun.class.getResourceAsStream(name + ".zip");
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
    ExportLayout layout = new ExportLayout(folder);
    Lake lake = new Lake(layout.lake());
    return new StoredRun(layout, lake, lake.runs().get(0));
  }

  /** The only file of a dataset. */
  Path file(Dataset<?> dataset) throws IOException {
    return lake.files(dataset, runId).get(0);
  }

  /** The path of a file as messages name it. */
  String name(Path file) {
    return lake.folder().relativize(file).toString();
  }

  /** Changes the rows of a dataset, so that only their content is wrong, not the manifest. */
  <T extends SpecificRecordBase> void change(Dataset<T> dataset, Consumer<List<T>> change)
      throws IOException {
    List<T> rows = lake.rows(dataset, runId);
    change.accept(rows);
    Path file =
        lake.files(dataset, runId).isEmpty()
            ? ExportLayout.dataset(lake.folder(), dataset)
                .resolve("2026-11-23." + runId + ".part-1.parquet")
            : file(dataset);
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    WrittenRows.rows(dataset, file, rows);
    renewManifest();
  }

  void renewManifest() throws IOException {
    Files.delete(ExportLayout.manifest(lake.folder()));
    Manifest.open(lake, runId).catchUp();
  }

  void flipBit(Path file, long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) offset] ^= 4;
    Files.write(file, bytes);
  }

  Verification verify() throws IOException {
    return LakeVerifier.full(lake, runId, Optional.empty());
  }
}
