package io.longhaul.sinks.parquet;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads some columns of a finished file, one row group after another, so that the values of a row
 * can be used together and memory holds one row group. Each column of a row group can be read once.
 * Reads no other column, boxes nothing, and verifies the checksum of every page. For one thread.
 */
public final class ParquetBlocks implements Closeable {
  private final Path file;
  private final ParquetFileReader reader;
  private final MessageType columns;
  private final GroupConverter unused;
  private @Nullable PageReadStore group;

  /** Receives the texts of a column as UTF-8 bytes, which are only valid during the call. */
  @FunctionalInterface
  public interface Bytes {
    /**
     * @param row ordinal of the row in the row group
     */
    void value(int row, byte[] bytes, int offset, int length);
  }

  /**
   * Opens a file.
   *
   * @param names columns to read, none of them a list or a map
   * @throws IOException if the file cannot be read or lacks one of these columns
   */
  public ParquetBlocks(Path file, List<String> names) throws IOException {
    this.file = file;
    this.reader = ParquetFileReader.open(InputFiles.of(file), ReadOptions.verifying());
    try {
      MessageType schema = reader.getFileMetaData().getSchema();
      List<Type> types = new ArrayList<>();
      for (String name : names) {
        if (!schema.containsField(name)) {
          throw new IOException("Cannot read " + file + ": it has no column " + name);
        }
        types.add(schema.getType(name));
      }
      this.columns = new MessageType(schema.getName(), types);
      reader.setRequestedSchema(columns);
      // Parquet requires a converter of records, though only cells are read.
      this.unused = new GroupRecordConverter(columns).getRootConverter();
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * Reads the next row group.
   *
   * @return the number of its rows; -1 after the last one
   */
  public int next() throws IOException {
    group = reader.readNextRowGroup();
    return group == null ? -1 : Math.toIntExact(group.getRowCount());
  }

  /**
   * Reads an integer column of the row group.
   *
   * @param into receives the value of each row
   * @param none value for null
   */
  public void numbers(String column, long[] into, long none) throws IOException {
    ColumnDescriptor descriptor = columns.getColumnDescription(new String[] {column});
    boolean wide = descriptor.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64;
    read(
        descriptor,
        (row, cell, present) ->
            into[row] = present ? (wide ? cell.getLong() : cell.getInteger()) : none);
  }

  /**
   * Reads a column of floating-point numbers of the row group.
   *
   * @param into receives the value of each row; NaN for null
   */
  public void doubles(String column, double[] into) throws IOException {
    read(
        columns.getColumnDescription(new String[] {column}),
        (row, cell, present) -> into[row] = present ? cell.getDouble() : Double.NaN);
  }

  /**
   * Reads a text column of the row group whose values are often equal, and replaces each value by a
   * number.
   *
   * @param into receives the number of the text of each row; -1 for null
   * @param numberOf returns the number of a text; not called again for the same text in succession
   */
  public void words(String column, int[] into, ToIntFunction<String> numberOf) throws IOException {
    Arrays.fill(into, -1);
    LastWord last = new LastWord(numberOf);
    texts(column, (row, cell) -> into[row] = last.numberOf(cell));
  }

  /** Reads a text column of the row group; null values are omitted. */
  public void bytes(String column, Bytes into) throws IOException {
    texts(
        column,
        (row, cell) -> {
          java.nio.ByteBuffer text = cell.toByteBuffer();
          if (text.hasArray()) {
            into.value(row, text.array(), text.arrayOffset() + text.position(), text.remaining());
          } else {
            byte[] copy = cell.getBytes();
            into.value(row, copy, 0, copy.length);
          }
        });
  }

  private void texts(String column, Texts into) throws IOException {
    read(
        columns.getColumnDescription(new String[] {column}),
        (row, cell, present) -> {
          if (present) {
            into.value(row, cell.getBinary());
          }
        });
  }

  private void read(ColumnDescriptor descriptor, Cells cells) throws IOException {
    PageReadStore pages = requireNonNull(group);
    try {
      ColumnReader cell =
          new ColumnReadStoreImpl(pages, unused, columns, reader.getFileMetaData().getCreatedBy())
              .getColumnReader(descriptor);
      long rows = pages.getRowCount();
      int present = descriptor.getMaxDefinitionLevel();
      for (int row = 0; row < rows; row++) {
        cells.cell(row, cell, cell.getCurrentDefinitionLevel() == present);
        cell.consume();
      }
    } catch (RuntimeException e) {
      throw new IOException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private interface Cells {
    void cell(int row, ColumnReader cell, boolean present);
  }

  private interface Texts {
    void value(int row, Binary cell);
  }

  private static final class LastWord {
    private final ToIntFunction<String> numberOf;
    private Binary bytes = Binary.EMPTY;
    private int number = -1;

    LastWord(ToIntFunction<String> numberOf) {
      this.numberOf = numberOf;
    }

    int numberOf(Binary cell) {
      if (number < 0 || !cell.equals(bytes)) {
        bytes = cell.copy();
        number = numberOf.applyAsInt(cell.toStringUsingUTF8());
      }
      return number;
    }
  }
}
