package io.longhaul.load.dataset.text;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A read-only table of long values in a memory-mapped temporary file, so it uses no heap. The file
 * is deleted as soon as it is mapped.
 */
public record LongTable(int columns, List<LongBuffer> parts, int rows) {
  private static final int ROWS_PER_PART = 1 << 22;

  public long get(int row, int column) {
    return parts.get(row / ROWS_PER_PART).get(row % ROWS_PER_PART * columns + column);
  }

  /** Sorts rows by their values in a column; rows with equal values keep their order. */
  public int[] sorted(IntStream selected, int column) {
    return selected
        .boxed()
        .sorted(Comparator.comparingLong(row -> get(row, column)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Writes the rows, in order. */
  public static final class Writer implements AutoCloseable {
    private final int columns;
    private final Path file;
    private final DataOutputStream out;
    private int rows;

    public Writer(int columns) throws IOException {
      this.columns = columns;
      this.file = Files.createTempFile("longhaul-index", ".bin");
      this.out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    public void add(long... row) throws IOException {
      for (long value : row) {
        out.writeLong(value);
      }
      rows = Math.addExact(rows, 1);
    }

    public int rows() {
      return rows;
    }

    public LongTable finish() throws IOException {
      out.flush();
      List<LongBuffer> parts = new ArrayList<>();
      long rowBytes = (long) columns * Long.BYTES;
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        for (long row = 0; row < rows; row += ROWS_PER_PART) {
          long partRows = Math.min(ROWS_PER_PART, rows - row);
          parts.add(
              channel.map(MapMode.READ_ONLY, row * rowBytes, partRows * rowBytes).asLongBuffer());
        }
      }
      return new LongTable(columns, parts, rows);
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(file);
    }
  }
}
