package io.longhaul.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.Type;

/**
 * What the footer of a finished file says about its rows.
 *
 * @param version version of the schema; empty if the footer names none
 * @param columns names of the columns; a group of columns is one of them
 * @param day the only day of all rows, from the statistics; empty without rows, if there are
 *     several days, and in files of releases that did not write the day
 * @param rowGroupOffsets where the row groups begin, ascending
 */
public record FileFooter(
    long rows,
    Optional<String> version,
    Set<String> columns,
    Optional<LocalDate> day,
    List<Long> rowGroupOffsets) {

  /**
   * Reads the footer of a file.
   *
   * @throws IOException if it cannot be read
   */
  public static FileFooter of(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(InputFiles.of(file), ReadOptions.ofFooters())) {
      ParquetMetadata footer = reader.getFooter();
      return new FileFooter(
          reader.getRecordCount(),
          Optional.ofNullable(footer.getFileMetaData().getKeyValueMetaData().get(RowVersion.KEY)),
          footer.getFileMetaData().getSchema().getFields().stream()
              .map(Type::getName)
              .collect(Collectors.toSet()),
          day(footer),
          footer.getBlocks().stream().map(BlockMetaData::getStartingPos).sorted().toList());
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }

  private static Optional<LocalDate> day(ParquetMetadata footer) {
    TreeSet<Integer> days = new TreeSet<>();
    for (BlockMetaData group : footer.getBlocks()) {
      Optional<Statistics<?>> ofDay =
          group.getColumns().stream()
              .filter(chunk -> chunk.getPath().toDotString().equals(RowWriters.DAY))
              .<Statistics<?>>map(ColumnChunkMetaData::getStatistics)
              .filter(Statistics::hasNonNullValue)
              .findFirst();
      if (ofDay.isEmpty()) {
        return Optional.empty();
      }
      days.add((Integer) ofDay.get().genericGetMin());
      days.add((Integer) ofDay.get().genericGetMax());
    }
    return days.size() == 1 ? Optional.of(LocalDate.ofEpochDay(days.first())) : Optional.empty();
  }
}
