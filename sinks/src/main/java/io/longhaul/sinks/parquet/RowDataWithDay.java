package io.longhaul.sinks.parquet;

import io.longhaul.sinks.Dataset;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Adds the day as a column to the rows of a dataset when they are written: rows do not contain
 * values that can be derived from them.
 */
final class RowDataWithDay<T extends SpecificRecordBase> extends SpecificData {
  static final String DAY = "dt";

  private final Dataset<T> dataset;
  private final Schema schema;

  RowDataWithDay(Dataset<T> dataset) {
    this.dataset = dataset;
    SpecificData model = SpecificData.getForClass(dataset.rowClass());
    model.getConversions().forEach(this::addLogicalTypeConversion);
    this.schema = withDay(model.getSchema(dataset.rowClass()));
  }

  /** Returns the columns of a file. */
  Schema schema() {
    return schema;
  }

  private static Schema withDay(Schema row) {
    List<Schema.Field> fields = new ArrayList<>();
    row.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    fields.add(
        new Schema.Field(DAY, LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT))));
    return Schema.createRecord(row.getName(), row.getDoc(), row.getNamespace(), false, fields);
  }

  @Override
  public Object getField(Object record, String name, int position) {
    if (name.equals(DAY) && dataset.rowClass().isInstance(record)) {
      return Math.toIntExact(dataset.dayOf(dataset.rowClass().cast(record)).toEpochDay());
    }
    return super.getField(record, name, position);
  }
}
