package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the manifest of a lake without changing it; damaged lines do not end the reading. */
public final class ManifestContent {
  private static final int LONGEST_LINE = 1 << 20;

  /** Why the last line is damaged if its process was killed while it wrote. */
  static final String NOT_COMPLETE = "it is not complete";

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

  /**
   * Reads the manifest; a lake without one has no lines.
   *
   * @throws IOException if the file exists but cannot be read
   */
  @SuppressWarnings("try") // only holds the lock
  public static void read(Lake lake, Reader reader) throws IOException {
    Path file = ExportLayout.manifest(lake.folder());
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, READ);
        ManifestLock lock = ManifestLock.toRead(channel)) {
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
      long offset = 0;
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != '\n') {
          line.write(next);
          if (line.size() > LONGEST_LINE) {
            reader.damagedLine(offset, "it is longer than " + LONGEST_LINE + " bytes");
            return;
          }
          continue;
        }
        parse(line.toString(UTF_8), offset, reader);
        offset += line.size() + 1;
        line.reset();
      }
      if (line.size() > 0) {
        reader.damagedLine(offset, NOT_COMPLETE);
      }
    }
  }

  private static void parse(String text, long offset, Reader reader) throws IOException {
    ManifestLine line;
    try {
      line = ManifestLineJson.fromJson(text);
    } catch (IllegalArgumentException e) {
      reader.damagedLine(offset, "it is not a line of a manifest");
      return;
    }
    reader.line(line);
  }
}
