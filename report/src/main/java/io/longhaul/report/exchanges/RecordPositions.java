package io.longhaul.report.exchanges;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The position of each request's record in a file, by plan index. Stored in a file with 8 bytes per
 * index, which {@link #close} deletes, so that memory does not grow with the run.
 */
final class RecordPositions implements Closeable {
  private final FileChannel file;
  private final ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES);

  RecordPositions(Path file) throws IOException {
    this.file = temporaryFile(file);
  }

  /** Creates an empty file that is deleted on close, replacing an existing one. */
  static FileChannel temporaryFile(Path file) throws IOException {
    return FileChannel.open(file, CREATE, TRUNCATE_EXISTING, READ, WRITE, DELETE_ON_CLOSE);
  }

  void put(long planIndex, long position) throws IOException {
    buffer.clear();
    buffer.putLong(position + 1).flip(); // 0 means none
    file.write(buffer, planIndex * Long.BYTES);
  }

  /** Returns the position; empty if there is no record of this request. */
  OptionalLong get(long planIndex) throws IOException {
    if (!readWhole(file, buffer, planIndex * Long.BYTES)) {
      return OptionalLong.empty();
    }
    long position = buffer.getLong() - 1;
    return position < 0 ? OptionalLong.empty() : OptionalLong.of(position);
  }

  /** Returns one more than the last plan index with a record. */
  long end() throws IOException {
    return file.size() / Long.BYTES;
  }

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

  @Override
  public void close() throws IOException {
    file.close();
  }
}
