package io.longhaul.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.column.statistics.IntStatistics;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * What the footer of a finished file says about its rows.
 *
 * @param version version of the schema; empty if the footer names none
 * @param columns names of the columns; a group of columns is one of them
 * @param day the only day of all rows, from the statistics; empty without rows, if there are
 *     several days, and in files of releases that did not write the day
 * @param rowGroupOffsets where the row groups begin, ascending
 * @param ranges statistics of the columns of which every row group has some, except groups, lists
 *     and maps
 */
public record FileFooter(
    long rows,
    Optional<String> version,
    Set<String> columns,
    Optional<LocalDate> day,
    List<Long> rowGroupOffsets,
    Map<String, Range> ranges) {

  /**
   * The values of a column: numbers, or texts as {@link String}. Bounds of texts can be shorter
   * than the texts.
   *
   * @param least no value is less; empty if all are null, or of another type
   * @param greatest no value is greater
   * @param nulls number of rows without a value
   */
  public record Range(Optional<Object> least, Optional<Object> greatest, long nulls) {}

  /**
   * Reads the footer of a file.
   *
   * @throws IOException if it cannot be read
   */
  public static FileFooter of(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(InputFiles.of(file), ReadOptions.ofFooters())) {
      ParquetMetadata footer = reader.getFooter();
      Map<String, Range> ranges = ranges(footer.getBlocks());
      return new FileFooter(
          reader.getRecordCount(),
          Optional.ofNullable(footer.getFileMetaData().getKeyValueMetaData().get(RowVersion.KEY)),
          footer.getFileMetaData().getSchema().getFields().stream()
              .map(Type::getName)
              .collect(Collectors.toSet()),
          day(ranges),
          footer.getBlocks().stream().map(BlockMetaData::getStartingPos).sorted().toList(),
          ranges);
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }

  private static Optional<LocalDate> day(Map<String, Range> ranges) {
    Range days = ranges.get(RowWriters.DAY);
    return days != null && days.least().equals(days.greatest())
        ? days.least().map(day -> LocalDate.ofEpochDay((Integer) day))
        : Optional.empty();
  }

  private static Map<String, Range> ranges(List<BlockMetaData> groups) {
    Map<String, Statistics<?>> ofColumns = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (BlockMetaData group : groups) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        Statistics<?> ofChunk = chunk.getStatistics();
        if (chunk.getPath().size() == 1 && !ofChunk.isEmpty() && ofChunk.isNumNullsSet()) {
          String column = chunk.getPath().toDotString();
          counts.merge(column, 1, Integer::sum);
          Statistics<?> known = ofColumns.putIfAbsent(column, ofChunk.copy());
          if (known != null) {
            known.mergeStatistics(ofChunk);
          }
        }
      }
    }
    ofColumns.keySet().removeIf(column -> counts.getOrDefault(column, 0) < groups.size());
    Map<String, Range> ranges = new HashMap<>();
    ofColumns.forEach((column, statistics) -> ranges.put(column, range(statistics)));
    return Map.copyOf(ranges);
  }

  private static Range range(Statistics<?> statistics) {
    boolean isNumber = statistics instanceof IntStatistics || statistics instanceof LongStatistics;
    boolean isText =
        statistics.type().getLogicalTypeAnnotation()
            instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation;
    if (!statistics.hasNonNullValue() || !(isNumber || isText)) {
      return new Range(Optional.empty(), Optional.empty(), statistics.getNumNulls());
    }
    return new Range(
        Optional.of(value(statistics.genericGetMin())),
        Optional.of(value(statistics.genericGetMax())),
        statistics.getNumNulls());
  }

  private static Object value(Object bound) {
    return bound instanceof Binary text ? text.toStringUsingUTF8() : bound;
  }
}
