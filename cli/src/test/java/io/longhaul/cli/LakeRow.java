package io.longhaul.cli;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A row of a lake as read by DuckDB, independently of Longhaul's code. */
record LakeRow(Map<String, Object> columns) {

  /** Reads all rows of a dataset, of all runs. */
  static List<LakeRow> allOf(Path lake, String dataset) throws SQLException {
    List<LakeRow> all = new ArrayList<>();
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT * FROM read_parquet('%s/%s/*.parquet')".formatted(lake, dataset))) {
      ResultSetMetaData names = rows.getMetaData();
      while (rows.next()) {
        Map<String, Object> columns = new LinkedHashMap<>();
        for (int i = 1; i <= names.getColumnCount(); i++) {
          Object value = rows.getObject(i);
          columns.put(
              names.getColumnName(i), value instanceof Array array ? array.getArray() : value);
        }
        all.add(new LakeRow(columns));
      }
    }
    return all;
  }

  boolean has(String column) {
    return value(column) != null;
  }

  /** Null where the row has none. */
  String text(String column) {
    Object value = value(column);
    return value == null ? null : value.toString();
  }

  /** Null where the row has none. */
  Long number(String column) {
    Object value = value(column);
    return value == null ? null : ((Number) value).longValue();
  }

  LongStream numbers(String column) {
    return Stream.of((Object[]) value(column)).mapToLong(each -> ((Number) each).longValue());
  }

  private Object value(String column) {
    if (!columns.containsKey(column)) {
      throw new AssertionError("No column " + column + " among " + columns.keySet());
    }
    return columns.get(column);
  }
}
