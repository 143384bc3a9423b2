package io.longhaul.report.exchanges;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Sorts records into the order of the plan, on disk. For one thread. */
public final class PlanOrderSorter implements Closeable {
  private final FileChannel records;
  private final RecordPositions positions;

  /** Receives a record. */
  @FunctionalInterface
  public interface Reader {
    void record(byte[] record) throws IOException;
  }

  /**
   * Creates two files in a folder, which {@link #close} deletes.
   *
   * @param name name of the files
   */
  public PlanOrderSorter(Path folder, String name) throws IOException {
    records = RecordPositions.temporaryFile(folder.resolve("." + name + ".records"));
    positions = new RecordPositions(folder.resolve("." + name + ".places"));
  }

  /** Adds the record of a request of the plan. */
  public void put(long planIndex, byte[] record) throws IOException {
    positions.put(planIndex, records.position());
    ByteBuffer framed = ByteBuffer.allocate(Integer.BYTES + record.length);
    framed.putInt(record.length).put(record).flip();
    while (framed.hasRemaining()) {
      records.write(framed);
    }
  }

  /** Reads all records in the order of the plan. */
  public void forEach(Reader reader) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    for (long planIndex = 0; planIndex < positions.end(); planIndex++) {
      OptionalLong at = positions.get(planIndex);
      if (at.isPresent()) {
        RecordPositions.readWhole(records, length, at.getAsLong());
        ByteBuffer record = ByteBuffer.allocate(length.getInt());
        RecordPositions.readWhole(records, record, at.getAsLong() + Integer.BYTES);
        reader.record(record.array());
      }
    }
  }

  @Override
  public void close() throws IOException {
    records.close();
    positions.close();
  }
}
