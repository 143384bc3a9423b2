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
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The committed files, one per line: {@code manifest.jsonl} in the lake's folder. It only grows. A
 * check of the lake against it finds files that are missing, truncated or changed. Each run is
 * listed and checked separately, since other runs may be writing to the same lake. For one thread.
 * A line that a crash truncated is dropped when the manifest is opened again.
 */
public final class Manifest {
  private static final long NO_FILE = -1;

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
                  sha256(path)));
        }
      }
    }
    append(fresh);
    return fresh.size();
  }

  /**
   * Checks the files of a run against the manifest. Returns sentences about missing, changed and
   * unlisted files; empty if there are none.
   */
  public List<String> problems(String runId) throws IOException {
    List<String> problems = new ArrayList<>();
    for (ManifestLine line : lines.values()) {
      if (!line.runId().equals(runId)) {
        continue;
      }
      Path path = lake.folder().resolve(line.file());
      long bytes = sizeOf(path);
      if (bytes == NO_FILE) {
        problems.add("Missing file: " + line.file() + " (" + line.rows() + " rows)");
      } else if (bytes != line.bytes() || !sha256(path).equals(line.sha256())) {
        problems.add("Changed file: " + line.file() + " (its checksum is not the manifest's)");
      }
    }
    for (Dataset<?> dataset : Dataset.ALL) {
      for (Path path : lake.files(dataset, runId)) {
        if (!lines.containsKey(relative(path))) {
          problems.add("Unlisted file: " + relative(path) + " (not in the manifest)");
        }
      }
    }
    return problems;
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

  private static long sizeOf(Path path) throws IOException {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      return NO_FILE;
    }
  }

  private static String sha256(Path path) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new UncheckedIOException(
          new IOException("Cannot hash files: this Java has no SHA-256", e));
    }
  }
}
