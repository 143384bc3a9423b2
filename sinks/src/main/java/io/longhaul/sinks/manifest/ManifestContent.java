package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the manifest of a lake without changing it; damaged lines do not end the reading. */
public final class ManifestContent {
  private static final int LONGEST_LINE = 1 << 20;
  private static final String TOO_LONG = "it is longer than " + LONGEST_LINE + " bytes";

  private ManifestContent() {}

  /** Receives the lines of a manifest, in its order. */
  public interface Reader {
    void line(ManifestLine line) throws IOException;

    /**
     * Receives a line that cannot be read.
     *
     * @param offset of its first byte in the manifest
     */
    void damagedLine(long offset, String why) throws IOException;
  }

  /** Returns the file that lists the files of a run; it need not exist. */
  public static Path fileOf(Lake lake, String runId) {
    return ObjectStores.contains(lake.folder())
        ? ExportLayout.manifestOf(lake.folder(), runId)
        : ExportLayout.manifest(lake.folder());
  }

  /**
   * Reads the lines of a run, and all damaged lines; a lake without a manifest has none.
   *
   * @throws IOException if the file exists but cannot be read
   */
  public static void read(Lake lake, String runId, Reader reader) throws IOException {
    Path file = fileOf(lake, runId);
    if (!ObjectStores.exists(file)) {
      return;
    }
    if (ObjectStores.contains(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        read(in, runId, reader);
      }
      return;
    }
    try (ManifestLock manifest = ManifestLock.toRead(file)) {
      read(Channels.newInputStream(manifest.channel()), runId, reader);
    }
  }

  private static void read(InputStream file, String runId, Reader reader) throws IOException {
    InputStream in = new BufferedInputStream(file);
    long offset = 0;
    long length = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next != '\n') {
        if (++length <= LONGEST_LINE) {
          line.write(next);
        }
        continue;
      }
      if (length > LONGEST_LINE) {
        reader.damagedLine(offset, TOO_LONG);
      } else {
        parse(line.toString(UTF_8), offset, runId, reader);
      }
      offset += length + 1;
      length = 0;
      line.reset();
    }
    if (length > 0) {
      reader.damagedLine(offset, length > LONGEST_LINE ? TOO_LONG : "it is not complete");
    }
  }

  private static void parse(String text, long offset, String runId, Reader reader)
      throws IOException {
    ManifestLine line;
    try {
      line = ManifestLineJson.fromJson(text);
    } catch (IllegalArgumentException e) {
      reader.damagedLine(offset, "it is not a line of a manifest");
      return;
    }
    if (line.runId().equals(runId)) {
      reader.line(line);
    }
  }
}
