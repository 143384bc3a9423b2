package io.longhaul.sinks.kept;

import static java.nio.file.StandardOpenOption.READ;

import io.longhaul.kept.KeptExchange;
import io.longhaul.schema.KeptFile;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The exchanges of one lane. */
final class StoredLane implements Closeable {
  private final FileChannel file;
  private final RecordPositions places;
  private final WireCodec<KeptExchange> codec;
  private final ByteBuffer head = ByteBuffer.allocate(KeptFile.HEAD_BYTES);

  private StoredLane(FileChannel file, RecordPositions places, WireCodec<KeptExchange> codec) {
    this.file = file;
    this.places = places;
    this.codec = codec;
  }

  /** Opens a file and finds out where its records stand. What was cut at its end is no record. */
  static StoredLane open(Path path, WireCodec<KeptExchange> codec) throws IOException {
    RecordPositions places =
        RecordPositions.in(path.resolveSibling(path.getFileName() + ".places"));
    StoredLane lane = new StoredLane(FileChannel.open(path, READ), places, codec);
    lane.findPlaces();
    return lane;
  }

  private void findPlaces() throws IOException {
    long size = file.size();
    long at = 0;
    while (PositionalReader.readWhole(file, head, at)) {
      long planIndex = head.getLong();
      long next = at + KeptFile.HEAD_BYTES + head.getInt();
      if (next > size) {
        return;
      }
      places.put(planIndex, at);
      at = next;
    }
  }

  Optional<KeptExchange> at(long planIndex) throws IOException {
    OptionalLong place = places.get(planIndex);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    long at = place.getAsLong();
    PositionalReader.readWhole(file, head, at);
    ByteBuffer record = ByteBuffer.allocate(head.getInt(Long.BYTES));
    PositionalReader.readWhole(file, record, at + KeptFile.HEAD_BYTES);
    try {
      return Optional.of(codec.decode(record.array()));
    } catch (UnreadableRecordException e) {
      throw new IOException(
          "Cannot read what was kept of request " + planIndex + " of the plan", e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
    places.close();
  }
}
