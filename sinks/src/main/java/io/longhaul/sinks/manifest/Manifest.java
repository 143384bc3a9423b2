package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The committed files, one per line: {@code manifest.jsonl} in the lake's folder. It only grows.
 * Each run is listed separately, since other runs may be writing to the same lake: their processes
 * append one after another. For one thread. A line that a crash truncated is dropped by the next
 * process that appends; other damaged lines remain and are skipped, so that a run is not harmed by
 * the lines of another one. {@link ManifestContent} reads the manifest without changing it.
 */
public final class Manifest {
  private static final Logger LOG = LoggerFactory.getLogger(Manifest.class);

  private final Lake lake;
  private final Path file;
  private final Map<String, ManifestLine> lines = new LinkedHashMap<>();

  private Manifest(Lake lake) {
    this.lake = lake;
    this.file = ExportLayout.manifest(lake.folder());
  }

  /**
   * Opens the manifest of a lake.
   *
   * @throws IOException if it cannot be read
   */
  public static Manifest open(Lake lake) throws IOException {
    Manifest manifest = new Manifest(lake);
    manifest.read();
    return manifest;
  }

  public List<ManifestLine> lines() {
    return List.copyOf(lines.values());
  }

  /** Returns whether files of a run are listed; they are when the run has been concluded. */
  public boolean lists(String runId) {
    return lines.values().stream().anyMatch(line -> line.runId().equals(runId));
  }

  /**
   * Adds every finished file of a run that is not listed yet.
   *
   * @return the number of added files
   */
  public int catchUp(String runId) throws IOException {
    List<ManifestLine> fresh = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      for (Path path : lake.files(dataset, runId)) {
        String name = relative(path);
        if (!lines.containsKey(name)) {
          fresh.add(
              new ManifestLine(
                  name,
                  dataset.name(),
                  runId,
                  ParquetRows.count(path),
                  Files.size(path),
                  FileHash.sha256(path)));
        }
      }
    }
    append(fresh);
    return fresh.size();
  }

  private void read() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    ManifestContent.read(
        lake,
        new ManifestContent.Reader() {
          @Override
          public void line(ManifestLine line) {
            lines.put(line.file(), line);
          }

          @Override
          public void damagedLine(long offset, String why) {
            LOG.warn("The line of {} at byte {} is skipped: {}", file, offset, why);
          }
        });
  }

  private void append(List<ManifestLine> fresh) throws IOException {
    if (fresh.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    fresh.forEach(line -> text.append(ManifestLineJson.toJson(line)).append('\n'));
    try (ManifestLock manifest = ManifestLock.toAppend(file);
        // So that a process that could not lock the file is not overwritten.
        FileChannel appending = FileChannel.open(file, APPEND, NOFOLLOW_LINKS)) {
      long end = endOfLastLine(manifest.channel());
      if (end < manifest.channel().size()) {
        manifest.channel().truncate(end);
      }
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        appending.write(bytes);
      }
      appending.force(true);
    }
    fresh.forEach(line -> lines.put(line.file(), line));
  }

  /** Returns where the last complete line ends. */
  private static long endOfLastLine(FileChannel channel) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    long end = channel.size();
    while (end > 0 && channel.read(last.clear(), end - 1) == 1 && last.get(0) != '\n') {
      end--;
    }
    return end;
  }

  private String relative(Path path) {
    return lake.folder().relativize(path).toString().replace('\\', '/');
  }
}
