package io.longhaul.sinks.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Makes lists and maps empty that a file of an older release does not have. The reader leaves them
 * null, although their columns are not nullable. Immutable.
 */
final class AbsentLists {
  /** A column that is a list, a map or a record, with what its members contain. */
  private record Column(int position, Schema.Type type, AbsentLists ofMembers) {}

  private static final AbsentLists NONE = new AbsentLists(List.of());

  private final List<Column> columns;

  private AbsentLists(List<Column> columns) {
    this.columns = columns;
  }

  /** Returns the lists and maps of a row, and of the records in it. */
  static AbsentLists of(Schema row) {
    List<Column> columns = new ArrayList<>();
    for (Schema.Field field : row.getFields()) {
      Schema schema = field.schema();
      switch (schema.getType()) {
        case ARRAY ->
            columns.add(
                new Column(field.pos(), schema.getType(), ofRecord(schema.getElementType())));
        case MAP -> columns.add(new Column(field.pos(), schema.getType(), NONE));
        case RECORD -> columns.add(new Column(field.pos(), schema.getType(), of(schema)));
        default -> {}
      }
    }
    return columns.isEmpty() ? NONE : new AbsentLists(List.copyOf(columns));
  }

  private static AbsentLists ofRecord(Schema element) {
    return element.getType() == Schema.Type.RECORD ? of(element) : NONE;
  }

  /** Fills a row that was read. */
  void fill(IndexedRecord row) {
    for (Column column : columns) {
      Object value = row.get(column.position());
      if (value == null) {
        if (column.type() != Schema.Type.RECORD) {
          row.put(column.position(), column.type() == Schema.Type.MAP ? Map.of() : List.of());
        }
      } else if (column.ofMembers() != NONE) {
        if (value instanceof IndexedRecord record) {
          column.ofMembers().fill(record);
        } else {
          for (Object element : (List<?>) value) {
            column.ofMembers().fill((IndexedRecord) element);
          }
        }
      }
    }
  }
}
