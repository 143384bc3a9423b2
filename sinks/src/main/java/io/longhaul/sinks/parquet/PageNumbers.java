package io.longhaul.sinks.parquet;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the numbers of a column page by page. Parquet's reader of columns, which goes from cell to
 * cell, takes about a third longer. Reads the pages of writer version 2, which {@link RowWriters}
 * writes.
 */
final class PageNumbers {
  private final ColumnDescriptor column;
  private final ParquetColumn.Numbers reader;
  private long row;

  private PageNumbers(ColumnDescriptor column, long lastRow, ParquetColumn.Numbers reader) {
    this.column = column;
    this.row = lastRow;
    this.reader = reader;
  }

  /**
   * Reads a row group.
   *
   * @param lastRow ordinal of the last row of the row group before
   * @return false, before a value was read, if its pages have another version
   */
  static boolean read(
      PageReadStore group, ColumnDescriptor column, long lastRow, ParquetColumn.Numbers reader)
      throws IOException {
    PageReader pages = group.getPageReader(column);
    DictionaryPage words = pages.readDictionaryPage();
    Dictionary dictionary =
        words == null ? null : words.getEncoding().initDictionary(column, words);
    PageNumbers numbers = new PageNumbers(column, lastRow, reader);
    for (DataPage page = pages.readPage(); page != null; page = pages.readPage()) {
      if (!(page instanceof DataPageV2 known)) {
        return false;
      }
      numbers.read(known, dictionary);
    }
    return true;
  }

  private void read(DataPageV2 page, @Nullable Dictionary dictionary) throws IOException {
    Levels repetition = levels(column.getMaxRepetitionLevel(), page.getRepetitionLevels());
    Levels definition = levels(column.getMaxDefinitionLevel(), page.getDefinitionLevels());
    ValuesReader values = values(page.getDataEncoding(), dictionary);
    values.initFromPage(page.getValueCount(), page.getData().toInputStream());
    int present = column.getMaxDefinitionLevel();
    Kind kind = kind();
    for (int i = 0; i < page.getValueCount(); i++) {
      if (repetition.next() == 0) {
        row++;
      }
      if (definition.next() == present) {
        reader.value(
            row,
            switch (kind) {
              case LONG -> values.readLong();
              case INT -> values.readInteger();
              case BOOLEAN -> values.readBoolean() ? 1 : 0;
            });
      }
    }
  }

  private enum Kind {
    LONG,
    INT,
    BOOLEAN
  }

  private Kind kind() {
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT64 -> Kind.LONG;
      case INT32 -> Kind.INT;
      case BOOLEAN -> Kind.BOOLEAN;
      case BINARY, DOUBLE, FLOAT, INT96, FIXED_LEN_BYTE_ARRAY ->
          throw new IllegalArgumentException(
              "Invalid column: " + column + " (integers or booleans)");
    };
  }

  private ValuesReader values(Encoding encoding, @Nullable Dictionary dictionary) {
    return encoding.usesDictionary()
        ? encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, dictionary)
        : encoding.getValuesReader(column, ValuesType.VALUES);
  }

  private interface Levels {
    int next() throws IOException;
  }

  private static Levels levels(int max, BytesInput bytes) throws IOException {
    if (max == 0) {
      return () -> 0;
    }
    RunLengthBitPackingHybridDecoder decoder =
        new RunLengthBitPackingHybridDecoder(
            BytesUtils.getWidthFromMaxInt(max), bytes.toInputStream());
    return decoder::readInt;
  }
}
