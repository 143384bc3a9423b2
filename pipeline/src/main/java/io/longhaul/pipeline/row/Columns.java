package io.longhaul.pipeline.row;

import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** Finds columns by the names of what they contain. */
final class Columns {
  private Columns() {}

  /** Returns the position of the column of each constant, such as {@code ..._ns} of ..._NANOS. */
  static <E extends Enum<E>> Map<E, Integer> of(Class<E> constants, Schema row) {
    Map<E, Integer> columns = new EnumMap<>(constants);
    for (E constant : constants.getEnumConstants()) {
      String name = EnumNames.of(constant).replaceFirst("_nanos$", "_ns");
      columns.put(constant, row.getField(name).pos());
    }
    return columns;
  }

  /** Copies the fields of an event or a row to those of the same names, and returns the target. */
  static <R extends SpecificRecordBase> R filled(R target, SpecificRecordBase source) {
    for (Schema.Field field : source.getSchema().getFields()) {
      Schema.Field column = target.getSchema().getField(field.name());
      if (column != null) {
        target.put(column.pos(), source.get(field.pos()));
      }
    }
    return target;
  }
}
