package io.longhaul.sinks.kept;

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
 * Where in a file the record of each request stands, by the request's place in the plan: a file of
 * 8 bytes for each place, which goes when this is closed. So memory does not grow with the run.
 */
final class RecordPositions implements Closeable {
  private final FileChannel file;
  private final ByteBuffer place = ByteBuffer.allocate(Long.BYTES);

  private RecordPositions(FileChannel file) {
    this.file = file;
  }

  /** None yet; whatever is in this file is gone. */
  static RecordPositions in(Path file) throws IOException {
    return new RecordPositions(
        FileChannel.open(file, CREATE, TRUNCATE_EXISTING, READ, WRITE, DELETE_ON_CLOSE));
  }

  void put(long planIndex, long position) throws IOException {
    place.clear();
    place.putLong(position + 1).flip(); // 0 stands for none
    file.write(place, planIndex * Long.BYTES);
  }

  /** Empty when there is no record of this request. */
  OptionalLong get(long planIndex) throws IOException {
    if (!PositionalReader.readWhole(file, place, planIndex * Long.BYTES)) {
      return OptionalLong.empty();
    }
    long position = place.getLong() - 1;
    return position < 0 ? OptionalLong.empty() : OptionalLong.of(position);
  }

  /** One more than the last place that has a record. */
  long end() throws IOException {
    return file.size() / Long.BYTES;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
