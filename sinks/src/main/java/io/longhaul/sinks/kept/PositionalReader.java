package io.longhaul.sinks.kept;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reading from the middle of a file. */
final class PositionalReader {
  private PositionalReader() {}

  /** Fills a buffer from a place on, ready to be read; false when the file ends before. */
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
