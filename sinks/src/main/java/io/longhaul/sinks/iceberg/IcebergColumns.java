package io.longhaul.sinks.iceberg;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The columns of a table, with the documentation of the columns of files. All of them are optional,
 * because files of older releases lack some; required columns could not be added later, either.
 */
final class IcebergColumns {
  private int ids;

  private IcebergColumns() {}

  /**
   * Returns the columns of files.
   *
   * @param inFile columns of a file
   */
  static org.apache.iceberg.Schema of(Schema inFile) {
    return new org.apache.iceberg.Schema(new IcebergColumns().fields(inFile));
  }

  private List<Types.NestedField> fields(Schema record) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      int id = ++ids;
      fields.add(Types.NestedField.optional(id, field.name(), type(field.schema()), field.doc()));
    }
    return fields;
  }

  private Type type(Schema schema) {
    return switch (schema.getType()) {
      case UNION -> type(nonNull(schema));
      case RECORD -> Types.StructType.of(fields(schema));
      case ARRAY -> Types.ListType.ofOptional(++ids, type(schema.getElementType()));
      case MAP -> {
        int key = ++ids;
        int value = ++ids;
        yield Types.MapType.ofOptional(
            key, value, Types.StringType.get(), type(schema.getValueType()));
      }
      case STRING, ENUM -> Types.StringType.get();
      case BYTES -> Types.BinaryType.get();
      case BOOLEAN -> Types.BooleanType.get();
      case FLOAT -> Types.FloatType.get();
      case DOUBLE -> Types.DoubleType.get();
      case INT ->
          schema.getLogicalType() instanceof LogicalTypes.Date
              ? Types.DateType.get()
              : Types.IntegerType.get();
      case LONG ->
          schema.getLogicalType() instanceof LogicalTypes.TimestampMicros
              ? Types.TimestampType.withZone()
              : Types.LongType.get();
      default ->
          throw new IllegalArgumentException("Invalid column: " + schema + " (a type of Iceberg)");
    };
  }

  private static Schema nonNull(Schema union) {
    return union.getTypes().stream()
        .filter(type -> type.getType() != Schema.Type.NULL)
        .findFirst()
        .orElseThrow();
  }
}
