package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
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
 * Each run is listed separately, since other runs may be writing to the same lake. For one thread.
 * A line that a crash truncated is dropped when the manifest is opened again; {@link
 * ManifestContent} reads the manifest without changing it.
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
    byte[] bytes = Files.readAllBytes(file);
    int whole = endOfLastLine(bytes);
    if (whole < bytes.length) {
      try (FileChannel channel = FileChannel.open(file, WRITE)) {
        channel.truncate(whole);
        channel.force(true);
      }
    }
    new String(bytes, 0, whole, UTF_8)
        .lines()
        .map(ManifestLineJson::fromJson)
        .forEach(line -> lines.put(line.file(), line));
  }

  private static int endOfLastLine(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private void append(List<ManifestLine> fresh) throws IOException {
    if (fresh.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    fresh.forEach(line -> text.append(ManifestLineJson.toJson(line)).append('\n'));
    try (FileChannel channel = FileChannel.open(file, CREATE, WRITE, APPEND, NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    fresh.forEach(line -> lines.put(line.file(), line));
  }

  private String relative(Path path) {
    return lake.folder().relativize(path).toString().replace('\\', '/');
  }
}
