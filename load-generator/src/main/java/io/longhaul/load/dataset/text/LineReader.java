package io.longhaul.load.dataset.text;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads a UTF-8 file of any length line by line, with the byte offset of each line. */
public final class LineReader implements AutoCloseable {
  public static final String GZIP_SUFFIX = ".gz";

  private static final int BUFFER_BYTES = 1 << 20;

  private final InputStream in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long offset;
  private long nextOffset;
  private int number;

  /**
   * Opens a file. If its name ends in {@code .gz}, it is decompressed, and offsets refer to the
   * decompressed content.
   */
  public LineReader(Path file) throws IOException {
    boolean isGzip = file.getFileName().toString().endsWith(GZIP_SUFFIX);
    InputStream bytes = Files.newInputStream(file);
    this.in =
        new BufferedInputStream(
            isGzip ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes, BUFFER_BYTES);
  }

  /**
   * Returns the next line without its terminator, or null.
   *
   * @throws CharacterCodingException if it is not valid UTF-8
   */
  public @Nullable String next() throws IOException {
    bytes.reset();
    offset = nextOffset;
    int read = in.read();
    while (read >= 0 && read != '\n') {
      bytes.write(read);
      nextOffset++;
      read = in.read();
    }
    if (read < 0 && bytes.size() == 0) {
      return null;
    }
    nextOffset += read < 0 ? 0 : 1;
    number++;
    return decode(decoder, bytes.toByteArray());
  }

  public static String decode(CharsetDecoder decoder, byte[] line) throws CharacterCodingException {
    String text = decoder.decode(ByteBuffer.wrap(line)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Returns the byte offset of the line. */
  public long offset() {
    return offset;
  }

  public int lengthBytes() {
    return bytes.size();
  }

  /** Returns the line number, from 1. */
  public int number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
