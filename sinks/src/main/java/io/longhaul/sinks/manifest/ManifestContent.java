package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
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

  /**
   * Reads the manifest; a lake without one has no lines.
   *
   * @throws IOException if the file exists but cannot be read
   */
  public static void read(Lake lake, Reader reader) throws IOException {
    Path file = ExportLayout.manifest(lake.folder());
    if (!Files.exists(file)) {
      return;
    }
    try (ManifestLock manifest = ManifestLock.toRead(file)) {
      InputStream in = new BufferedInputStream(Channels.newInputStream(manifest.channel()));
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
          parse(line.toString(UTF_8), offset, reader);
        }
        offset += length + 1;
        length = 0;
        line.reset();
      }
      if (length > 0) {
        reader.damagedLine(offset, length > LONGEST_LINE ? TOO_LONG : "it is not complete");
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
