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
 * Puts records into the order of the plan, on disk: they come in any order and are told in that
 * one. For one thread.
 */
public final class PlanOrderSorter implements Closeable {
  private final FileChannel records;
  private final RecordPositions places;

  private PlanOrderSorter(FileChannel records, RecordPositions places) {
    this.records = records;
    this.places = places;
  }

  /** Hears a record. */
  @FunctionalInterface
  public interface Reader {
    void record(byte[] record) throws IOException;
  }

  /**
   * With two files in this folder, which go when it is closed.
   *
   * @param name of theirs
   */
  public static PlanOrderSorter in(Path folder, String name) throws IOException {
    FileChannel records =
        FileChannel.open(
            folder.resolve("." + name + ".records"),
            CREATE,
            TRUNCATE_EXISTING,
            READ,
            WRITE,
            DELETE_ON_CLOSE);
    return new PlanOrderSorter(records, RecordPositions.in(folder.resolve("." + name + ".places")));
  }

  /** Takes the record of one request of the plan. */
  public void put(long planIndex, byte[] record) throws IOException {
    places.put(planIndex, records.position());
    ByteBuffer framed = ByteBuffer.allocate(Integer.BYTES + record.length);
    framed.putInt(record.length).put(record).flip();
    while (framed.hasRemaining()) {
      records.write(framed);
    }
  }

  /** Tells all of them. */
  public void forEach(Reader reader) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    for (long planIndex = 0; planIndex < places.end(); planIndex++) {
      OptionalLong at = places.get(planIndex);
      if (at.isPresent()) {
        PositionalReader.readWhole(records, length, at.getAsLong());
        ByteBuffer record = ByteBuffer.allocate(length.getInt());
        PositionalReader.readWhole(records, record, at.getAsLong() + Integer.BYTES);
        reader.record(record.array());
      }
    }
  }

  @Override
  public void close() throws IOException {
    records.close();
    places.close();
  }
}
