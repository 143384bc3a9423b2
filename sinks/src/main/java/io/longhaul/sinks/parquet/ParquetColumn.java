package io.longhaul.sinks.parquet;

import java.io.IOException;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column of a part of a finished file without reading other columns and without boxing.
 * Verifies the checksum of every page.
 */
public final class ParquetColumn {
  private ParquetColumn() {}

  /** Receives the numbers of a column, in the order of the part; none for null or an empty list. */
  @FunctionalInterface
  public interface Numbers {
    /**
     * @param row ordinal of the row in the part; a list gives several values with the same ordinal
     * @param value an integer, or a boolean as 1 or 0
     */
    void value(long row, long value);
  }

  /** Receives the texts of a column, in the order of the part; null if there is none. */
  @FunctionalInterface
  public interface Texts {
    void value(long row, @Nullable String value);
  }

  /**
   * Reads an integer or boolean column, or a list of integers.
   *
   * @throws IOException if the file cannot be read or has no such column
   */
  public static void readNumbers(
      ParquetFooters footers, FilePart part, String column, Numbers reader) throws IOException {
    Cells oneByOne =
        (row, cell, present) -> {
          if (present) {
            reader.value(row, number(cell));
          }
        };
    read(
        footers,
        part,
        column,
        oneByOne,
        (group, descriptor, row) -> PageNumbers.read(group, descriptor, row, reader));
  }

  /**
   * Reads a text column.
   *
   * @throws IOException if the file cannot be read or has no such column
   */
  public static void readTexts(ParquetFooters footers, FilePart part, String column, Texts reader)
      throws IOException {
    TextCache cache = new TextCache();
    read(
        footers,
        part,
        column,
        (row, cell, present) -> reader.value(row, present ? cache.textOf(cell.getBinary()) : null),
        null);
  }

  private static long number(ColumnReader cell) {
    PrimitiveTypeName type = cell.getDescriptor().getPrimitiveType().getPrimitiveTypeName();
    return switch (type) {
      case INT64 -> cell.getLong();
      case INT32 -> cell.getInteger();
      case BOOLEAN -> cell.getBoolean() ? 1 : 0;
      case BINARY, DOUBLE, FLOAT, INT96, FIXED_LEN_BYTE_ARRAY ->
          throw new IllegalArgumentException(
              "Invalid column: " + cell.getDescriptor() + " (integers or booleans)");
    };
  }

  private static void read(
      ParquetFooters footers, FilePart part, String column, Cells cells, @Nullable WholePages pages)
      throws IOException {
    try (ParquetFileReader reader = footers.open(part.file())) {
      FileMetaData footer = reader.getFileMetaData();
      MessageType schema = footer.getSchema();
      if (!schema.containsField(column)) {
        throw new IOException("Cannot read " + part.file() + ": it has no column " + column);
      }
      MessageType projection = new MessageType(schema.getName(), schema.getType(column));
      reader.setRequestedSchema(projection);
      ColumnDescriptor descriptor = projection.getColumns().get(0);
      // Parquet requires a converter of records, though only cells are read.
      GroupConverter unused = new GroupRecordConverter(projection).getRootConverter();
      long row = -1;
      for (int i = part.firstGroup(); i < part.endGroup(); i++) {
        PageReadStore group = reader.readRowGroup(i);
        if (pages != null) {
          if (pages.read(group, descriptor, row)) {
            row += group.getRowCount();
            continue;
          }
          group = reader.readRowGroup(i);
        }
        ColumnReader cell =
            new ColumnReadStoreImpl(group, unused, projection, footer.getCreatedBy())
                .getColumnReader(descriptor);
        for (long left = group.getPageReader(descriptor).getTotalValueCount(); left > 0; left--) {
          if (cell.getCurrentRepetitionLevel() == 0) {
            row++;
          }
          cells.cell(
              row, cell, cell.getCurrentDefinitionLevel() == descriptor.getMaxDefinitionLevel());
          cell.consume();
        }
      }
    } catch (IOException | ParquetRuntimeException e) {
      throw ReadFailure.of(part.file(), e);
    }
  }

  private interface Cells {
    void cell(long row, ColumnReader cell, boolean present);
  }

  private interface WholePages {
    /** Reads a row group; if it cannot, returns false before it has passed on a value. */
    boolean read(PageReadStore group, ColumnDescriptor descriptor, long lastRow) throws IOException;
  }

  /** Caches the last text, since consecutive values are often equal. */
  private static final class TextCache {
    private Binary lastBytes = Binary.EMPTY;
    private String lastText = "";

    String textOf(Binary bytes) {
      if (!bytes.equals(lastBytes)) {
        lastBytes = bytes.copy();
        lastText = bytes.toStringUsingUTF8();
      }
      return lastText;
    }
  }
}
