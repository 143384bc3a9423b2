package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** The columns of the files of a dataset, for table formats. */
public final class TableColumns {
  /** The column with the day of a row, on which all rows of a file agree. */
  public static final String DAY = RowWriters.DAY;

  private TableColumns() {}

  /** Returns all columns of a file, each with its meaning and unit as documentation. */
  public static Schema of(Dataset<?> dataset) {
    return DerivedColumn.documentedInFileOf(RowWriters.withDay(row(dataset)));
  }

  /** Returns what a row of the dataset is, in one sentence or more. */
  public static String meaning(Dataset<?> dataset) {
    return String.valueOf(row(dataset).getDoc()).strip().replaceAll("\\s+", " ");
  }

  /**
   * Returns the timestamp with the time that determines the day of a row, for example {@code
   * ended_time}.
   */
  public static String timestamp(Dataset<?> dataset) {
    Schema.Field time = row(dataset).getField(dataset.timeColumn());
    return DerivedColumn.of(time)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid time column: " + time.name() + " (one with a timestamp)"))
        .nameAfter(time.name());
  }

  private static Schema row(Dataset<?> dataset) {
    return SpecificData.getForClass(dataset.rowClass()).getSchema(dataset.rowClass());
  }
}
