package io.longhaul.sinks.delta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.parquet.FileFooter;
import io.longhaul.sinks.parquet.TableColumns;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Statistics of files for a table, with which engines skip files: of the columns for the time, the
 * run and the slice. Statistics of all columns would make the log several times as large.
 */
final class DeltaStatistics {
  private static final List<String> KEYS = List.of("run_id", "slice_index");
  private static final long MICROS_PER_MILLI = 1_000;

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The columns, and whether they are timestamps. */
  private final Map<String, Boolean> columns = new LinkedHashMap<>();

  DeltaStatistics(Dataset<?> dataset) {
    TableColumns.of(dataset)
        .getFields()
        .forEach(
            field -> {
              String name = field.name();
              boolean isTime = DeltaColumns.isTimestamp(field.schema());
              if (isTime || KEYS.contains(name) || name.equals(dataset.timeColumn())) {
                columns.put(name, isTime);
              }
            });
  }

  List<String> columns() {
    return List.copyOf(columns.keySet());
  }

  /** Returns the statistics of a file. */
  ObjectNode of(FileFooter footer) {
    ObjectNode least = JsonNodeFactory.instance.objectNode();
    ObjectNode greatest = JsonNodeFactory.instance.objectNode();
    ObjectNode nulls = JsonNodeFactory.instance.objectNode();
    columns.forEach(
        (column, isTime) -> {
          FileFooter.Range range = footer.ranges().get(column);
          if (range != null) {
            nulls.put(column, range.nulls());
            range.least().ifPresent(value -> put(least, column, isTime ? floor(value) : value));
            range
                .greatest()
                .ifPresent(value -> put(greatest, column, isTime ? ceil(value) : value));
          }
        });
    ObjectNode statistics = JsonNodeFactory.instance.objectNode().put("numRecords", footer.rows());
    statistics.set("minValues", least);
    statistics.set("maxValues", greatest);
    statistics.set("nullCount", nulls);
    return statistics;
  }

  private static void put(ObjectNode values, String column, Object value) {
    if (value instanceof Number number) {
      values.put(column, number.longValue());
    } else {
      values.put(column, value.toString());
    }
  }

  /** Timestamps in statistics have milliseconds. */
  private static String floor(Object micros) {
    return text(Math.floorDiv((Long) micros, MICROS_PER_MILLI));
  }

  private static String ceil(Object micros) {
    return text(-Math.floorDiv(-(Long) micros, MICROS_PER_MILLI));
  }

  private static String text(long epochMillis) {
    return MILLIS.format(Instant.ofEpochMilli(epochMillis));
  }
}
