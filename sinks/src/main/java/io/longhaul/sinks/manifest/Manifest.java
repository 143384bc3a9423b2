package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import io.longhaul.sinks.store.ObjectStores;
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
 * The committed files of a run, one per line. For one thread. {@link ManifestContent} reads the
 * manifest without changing it.
 *
 * <p>On a disk, the lines of all runs are in {@code manifest.jsonl} in the lake's folder, which
 * only grows: the processes of runs append one after another. A line that a crash truncated is
 * dropped by the next process that appends; other damaged lines remain and are skipped, so that a
 * run is not harmed by the lines of another one. In an object store, each run has a manifest of its
 * own, which is replaced as a whole.
 */
public final class Manifest {
  private static final Logger LOG = LoggerFactory.getLogger(Manifest.class);

  private final Lake lake;
  private final String runId;
  private final Path file;
  private final Map<String, ManifestLine> lines = new LinkedHashMap<>();

  private Manifest(Lake lake, String runId) {
    this.lake = lake;
    this.runId = runId;
    this.file = ManifestContent.fileOf(lake, runId);
  }

  /**
   * Opens the manifest of a run.
   *
   * @throws IOException if it cannot be read
   */
  public static Manifest open(Lake lake, String runId) throws IOException {
    Manifest manifest = new Manifest(lake, runId);
    manifest.read();
    return manifest;
  }

  public List<ManifestLine> lines() {
    return List.copyOf(lines.values());
  }

  /** Returns whether no files are listed; they are when the run has been concluded. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /**
   * Adds every finished file of the run that is not listed yet.
   *
   * @return the number of added files
   */
  public int catchUp() throws IOException {
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
    if (!fresh.isEmpty()) {
      add(fresh);
    }
    return fresh.size();
  }

  private void read() throws IOException {
    ManifestContent.read(
        lake,
        runId,
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

  private void add(List<ManifestLine> fresh) throws IOException {
    if (ObjectStores.contains(file)) {
      List<ManifestLine> all = new ArrayList<>(lines.values());
      all.addAll(fresh);
      Files.write(file, bytes(all));
    } else {
      append(bytes(fresh));
    }
    fresh.forEach(line -> lines.put(line.file(), line));
  }

  private static byte[] bytes(List<ManifestLine> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(ManifestLineJson.toJson(line)).append('\n'));
    return text.toString().getBytes(UTF_8);
  }

  private void append(byte[] lines) throws IOException {
    try (ManifestLock manifest = ManifestLock.toAppend(file);
        // So that a process that could not lock the file is not overwritten.
        FileChannel appending = FileChannel.open(file, APPEND, NOFOLLOW_LINKS)) {
      long end = endOfLastLine(manifest.channel());
      if (end < manifest.channel().size()) {
        manifest.channel().truncate(end);
      }
      ByteBuffer bytes = ByteBuffer.wrap(lines);
      while (bytes.hasRemaining()) {
        appending.write(bytes);
      }
      appending.force(true);
    }
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
