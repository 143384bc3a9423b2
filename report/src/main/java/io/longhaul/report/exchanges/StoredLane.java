package io.longhaul.report.exchanges;

import static java.nio.file.StandardOpenOption.READ;

import io.longhaul.kept.KeptExchange;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The stored exchanges of one lane. */
final class StoredLane implements Closeable {
  private final FileChannel file;
  private final RecordPositions positions;
  private final WireCodec<KeptExchange> codec;
  private final ByteBuffer head = ByteBuffer.allocate(StoredExchangeFile.HEAD_BYTES);

  /** Opens a file and indexes its records. Ignores a truncated record at its end. */
  StoredLane(Path path, WireCodec<KeptExchange> codec) throws IOException {
    this.codec = codec;
    positions = new RecordPositions(path.resolveSibling(path.getFileName() + ".places"));
    file = FileChannel.open(path, READ);
    findPlaces();
  }

  private void findPlaces() throws IOException {
    long size = file.size();
    long at = 0;
    while (RecordPositions.readWhole(file, head, at)) {
      long planIndex = head.getLong();
      long next = at + StoredExchangeFile.HEAD_BYTES + head.getInt();
      if (next > size) {
        return;
      }
      positions.put(planIndex, at);
      at = next;
    }
  }

  Optional<KeptExchange> at(long planIndex) throws IOException {
    OptionalLong place = positions.get(planIndex);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    long at = place.getAsLong();
    RecordPositions.readWhole(file, head, at);
    ByteBuffer record = ByteBuffer.allocate(head.getInt(Long.BYTES));
    RecordPositions.readWhole(file, record, at + StoredExchangeFile.HEAD_BYTES);
    try {
      return Optional.of(codec.decode(record.array()));
    } catch (UnreadableRecordException e) {
      throw new IOException(
          "Cannot read the stored content of request " + planIndex + " of the plan", e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
    positions.close();
  }
}
