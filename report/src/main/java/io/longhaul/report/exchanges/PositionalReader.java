package io.longhaul.report.exchanges;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads from a position in a file. */
final class PositionalReader {
  private PositionalReader() {}

  /** Fills a buffer from a position on and flips it; returns false if the file ends earlier. */
  static boolean readWhole(FileChannel file, ByteBuffer buffer, long from) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (file.read(buffer, from + buffer.position()) < 0) {
        return false;
      }
    }
    buffer.flip();
    return true;
  }
}
