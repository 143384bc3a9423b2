package io.longhaul.load.dataset.text;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads files of UTF-8 text, plain or compressed with gzip. */
public final class TextFile {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private TextFile() {}

  /** Opens the decompressed text without a byte order mark. Invalid UTF-8 causes an exception. */
  public static BufferedReader open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      InputStream plain =
          file.getFileName().toString().endsWith(LineReader.GZIP_SUFFIX)
              ? new GZIPInputStream(bytes)
              : bytes;
      // An explicit decoder reports invalid bytes; a reader created with a charset would replace
      // them.
      BufferedReader text =
          new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
      text.mark(1);
      if (text.read() != BYTE_ORDER_MARK) {
        text.reset();
      }
      return text;
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }
}
