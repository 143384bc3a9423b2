package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

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

/**
 * The committed files, one per line: {@code manifest.jsonl} in the lake's folder. It only grows.
 * Each run is listed separately, since other runs may be writing to the same lake: their processes
 * append one after another. For one thread. A line that a crash truncated is dropped by the next
 * process that appends; {@link ManifestContent} reads the manifest without changing it.
 */
public final class Manifest {
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
   * @throws IOException if it cannot be read or contains an invalid line
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
          public void damagedLine(long offset, String why) throws IOException {
            if (!why.equals(ManifestContent.NOT_COMPLETE)) {
              throw new IOException(
                  "Cannot read %s: its line at byte %,d is damaged, %s"
                      .formatted(file, offset, why));
            }
          }
        });
  }

  @SuppressWarnings("try") // only holds the lock
  private void append(List<ManifestLine> fresh) throws IOException {
    if (fresh.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    fresh.forEach(line -> text.append(ManifestLineJson.toJson(line)).append('\n'));
    try (FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE, NOFOLLOW_LINKS);
        ManifestLock lock = ManifestLock.toAppend(channel)) {
      long end = endOfLastLine(channel);
      channel.truncate(end).position(end);
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
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
