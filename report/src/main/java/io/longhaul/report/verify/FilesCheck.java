package io.longhaul.report.verify;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.manifest.FileHash;
import io.longhaul.sinks.manifest.ManifestContent;
import io.longhaul.sinks.parquet.ParquetPages;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the files of a run with the manifest. For one thread. */
final class FilesCheck {
  /** Events may arrive after the end of the run, when the manifest is complete. */
  private static final Set<Dataset<?>> GROWING = Set.of(Dataset.LATE, Dataset.REJECTED);

  private final RunFiles files;
  private final Findings found;
  private final String manifest;
  private final Map<String, ManifestLine> listed = new LinkedHashMap<>();
  private final Map<Dataset<?>, Long> rows = new HashMap<>();
  private long fileCount;
  private long byteCount;
  private long laterFiles;

  FilesCheck(RunFiles files, Findings found) {
    this.files = files;
    this.found = found;
    this.manifest = files.nameOf(ManifestContent.fileOf(files.lake(), files.runId()));
  }

  /**
   * Compares names, sizes and footers.
   *
   * @param finished whether the run has a summary, so that the manifest must be complete
   */
  void compare(boolean finished) throws IOException {
    readManifest();
    for (Map.Entry<String, ManifestLine> line : listed.entrySet()) {
      compareSize(line.getKey(), line.getValue());
    }
    long rowCount = 0;
    for (Dataset<?> dataset : Dataset.ALL) {
      long ofDataset = 0;
      for (Path file : files.readable(dataset)) {
        ofDataset += compareFooter(dataset, file, finished);
      }
      rows.put(dataset, ofDataset);
      rowCount += ofDataset;
      findUnknown(dataset);
    }
    String later =
        laterFiles == 0 ? "" : "; " + Counted.of(laterFiles, "file") + " of events after the end";
    found.compared(Counted.of(fileCount, "file") + " with " + Counted.of(rowCount, "row") + later);
  }

  /** Returns the number of rows in the readable files of a dataset. */
  long rows(Dataset<?> dataset) {
    return rows.getOrDefault(dataset, 0L);
  }

  private void readManifest() throws IOException {
    ManifestContent.read(
        files.lake(),
        files.runId(),
        new ManifestContent.Reader() {
          @Override
          public void line(ManifestLine line) {
            ManifestLine before = listed.putIfAbsent(line.file(), line);
            if (before != null && !before.equals(line)) {
              found.problem("Contradictory lines in " + manifest + ": two about " + line.file());
            }
          }

          @Override
          public void damagedLine(long offset, String why) {
            found.problem("Damaged line: %s, byte %,d (%s)".formatted(manifest, offset, why));
          }
        });
  }

  private void compareSize(String name, ManifestLine line) throws IOException {
    Path file = pathOf(name);
    if (file == null) {
      found.problem("Invalid line in " + manifest + ": " + name + " (a file in the lake)");
      return;
    }
    try {
      long bytes = Files.size(file);
      if (bytes != line.bytes()) {
        found.problem(
            "Changed file: %s (%,d bytes, %,d in the manifest)"
                .formatted(name, bytes, line.bytes()));
      }
    } catch (NoSuchFileException e) {
      found.problem("Missing file: %s (%,d rows)".formatted(name, line.rows()));
    }
  }

  /** Returns the path of a listed file; null if it is not in the folder of a dataset. */
  private @Nullable Path pathOf(String name) {
    Path folder = files.lake().folder();
    try {
      Path file = folder.resolve(name).normalize();
      boolean inDataset =
          Dataset.ALL.stream()
              .anyMatch(dataset -> file.startsWith(ExportLayout.dataset(folder, dataset)));
      return inDataset && RowFile.isFinished(file) ? file : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private long compareFooter(Dataset<?> dataset, Path file, boolean finished) throws IOException {
    String name = files.nameOf(file);
    long inFile;
    try {
      inFile = ParquetRows.count(file);
    } catch (IOException | RuntimeException e) {
      reportDamage(file);
      return 0;
    }
    fileCount++;
    byteCount += Files.size(file);
    ManifestLine line = listed.get(name);
    if (line == null) {
      if (GROWING.contains(dataset)) {
        laterFiles++;
      } else if (finished || !listed.isEmpty()) {
        found.problem(
            "Unlisted file: %s (%,d rows; %s does not name it)".formatted(name, inFile, manifest));
      }
    } else if (line.rows() != inFile) {
      found.problem(
          "Changed file: %s (%,d rows, %,d in the manifest)".formatted(name, inFile, line.rows()));
    }
    return inFile;
  }

  private void reportDamage(Path file) throws IOException {
    files.leaveOut(file);
    for (ParquetPages.Damage damage : ParquetPages.damages(file)) {
      found.problem(sentence(file, damage));
    }
  }

  private String sentence(Path file, ParquetPages.Damage damage) {
    return "Damaged file: %s, byte %,d: %s"
        .formatted(files.nameOf(file), damage.offset(), damage.what());
  }

  /** Finds files that a reader of the dataset would read, although no job has committed them. */
  private void findUnknown(Dataset<?> dataset) throws IOException {
    Path folder = ExportLayout.dataset(files.lake().folder(), dataset);
    if (!ObjectStores.isFolder(folder)) {
      return;
    }
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(RowFile.ENDING)
            && !name.startsWith(".")
            && !RowFile.isFinished(file)
            && Files.isRegularFile(file)) {
          found.problem(
              "Unknown file: " + files.nameOf(file) + " (tools that read *.parquet would read it)");
        }
      }
    }
  }

  /** Reads every byte: compares hashes, and checksums of pages. */
  void compareBytes(Findings bytes) throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      for (Path file : files.readable(dataset)) {
        String name = files.nameOf(file);
        List<ParquetPages.Damage> damages = ParquetPages.damages(file);
        damages.forEach(damage -> bytes.problem(sentence(file, damage)));
        if (!damages.isEmpty()) {
          files.leaveOut(file);
          continue;
        }
        ManifestLine line = listed.get(name);
        if (line != null && !FileHash.sha256(file).equals(line.sha256())) {
          bytes.problem("Changed file: " + name + " (its SHA-256 is not that of the manifest)");
        }
      }
    }
    bytes.compared(Counted.of(fileCount, "file") + " with " + Counted.of(byteCount, "byte"));
  }
}
