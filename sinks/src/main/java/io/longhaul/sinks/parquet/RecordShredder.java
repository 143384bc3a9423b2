package io.longhaul.sinks.parquet;

import io.longhaul.sinks.IntArrayList;
import io.longhaul.sinks.LongArrayList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Shreds Avro records into the columns of a row group: each value goes directly to the writer of
 * its column, with the repetition and definition level of Dremel (Melnik et al., 2010). The columns
 * are those that parquet-avro makes from the record's schema, with lists of three levels, and those
 * that are derived from them. Parquet's own way to write Avro records checks and looks up each
 * value and each element of a list several times, which takes longer than encoding it. For one
 * thread.
 */
final class RecordShredder {
  private final ColumnWriteStore columns;
  private final List<Shredder> fields = new ArrayList<>();

  /**
   * @param schema a record of numbers, texts, bytes, records, lists and maps, each of which may be
   *     nullable
   * @param message the columns of the schema in a file
   * @param columns their writers
   */
  RecordShredder(Schema schema, MessageType message, ColumnWriteStore columns) {
    this.columns = columns;
    Iterator<ColumnDescriptor> leaves = message.getColumns().iterator();
    for (Schema.Field field : schema.getFields()) {
      fields.add(shredder(field, leaves, 0, 0));
    }
  }

  /** Writes a field of the current record, by its position in the schema. */
  void write(int field, @Nullable Object value) {
    fields.get(field).write(value, 0);
  }

  /** Completes the current record. */
  void endRecord() {
    columns.endRecord();
  }

  /**
   * Creates the shredder of a column and of the one that is derived from it, if there is one; for
   * parameters see below.
   */
  private Shredder shredder(
      Schema.Field field, Iterator<ColumnDescriptor> leaves, int defined, int repeated) {
    Shredder own = shredder(field.schema(), leaves, defined, repeated);
    return DerivedColumn.of(field)
        .<Shredder>map(
            derived ->
                new WithDerived(
                    own,
                    shredder(derived.typeAfter(field.schema()), leaves, defined, repeated),
                    derived))
        .orElse(own);
  }

  /**
   * Creates the shredder of a value.
   *
   * @param leaves the columns from this one on, in the order of the schema
   * @param defined definition level of a value that is not null
   * @param repeated repetition level of an element of the innermost list around the value
   */
  private Shredder shredder(
      Schema schema, Iterator<ColumnDescriptor> leaves, int defined, int repeated) {
    return switch (schema.getType()) {
      case LONG -> new Longs(columns.getColumnWriter(leaves.next()), defined);
      case INT -> new Ints(columns.getColumnWriter(leaves.next()), defined);
      case BOOLEAN -> new Booleans(columns.getColumnWriter(leaves.next()), defined);
      case DOUBLE -> new Doubles(columns.getColumnWriter(leaves.next()), defined);
      case STRING -> new Texts(columns.getColumnWriter(leaves.next()), defined);
      case BYTES -> new Bytes(columns.getColumnWriter(leaves.next()), defined);
      case UNION ->
          new Optionals(
              shredder(DerivedColumn.nonNull(schema), leaves, defined + 1, repeated), defined);
      case RECORD -> {
        List<Shredder> members = new ArrayList<>();
        for (Schema.Field member : schema.getFields()) {
          members.add(shredder(member, leaves, defined, repeated));
        }
        yield new Records(members);
      }
      case ARRAY ->
          new Lists(
              shredder(schema.getElementType(), leaves, defined + 1, repeated + 1),
              defined,
              repeated + 1);
      case MAP ->
          new Maps(
              new Texts(columns.getColumnWriter(leaves.next()), defined + 1),
              shredder(schema.getValueType(), leaves, defined + 1, repeated + 1),
              defined,
              repeated + 1);
      default -> throw new IllegalArgumentException("Invalid column: " + schema);
    };
  }

  /** Writes the values of a part of the schema. */
  private interface Shredder {
    /**
     * @param value null only if the schema permits it
     * @param repetition repetition level of the value
     */
    void write(@Nullable Object value, int repetition);

    /** Writes that there is no value, because an optional value or a list around it is missing. */
    void writeNull(int repetition, int definition);
  }

  /** A column. */
  private abstract static class Leaf implements Shredder {
    final ColumnWriter column;
    final int defined;

    Leaf(ColumnWriter column, int defined) {
      this.column = column;
      this.defined = defined;
    }

    @Override
    public final void writeNull(int repetition, int definition) {
      column.writeNull(repetition, definition);
    }
  }

  private static final class Longs extends Leaf {
    Longs(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      column.write((long) required(value), repetition, defined);
    }
  }

  private static final class Ints extends Leaf {
    Ints(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      column.write((int) required(value), repetition, defined);
    }
  }

  private static final class Booleans extends Leaf {
    Booleans(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      column.write((boolean) required(value), repetition, defined);
    }
  }

  private static final class Doubles extends Leaf {
    Doubles(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      column.write((double) required(value), repetition, defined);
    }
  }

  /** Texts; consecutive ones are often equal and then encoded once. */
  private static final class Texts extends Leaf {
    private String last = "";
    private Binary lastBytes = Binary.EMPTY;

    Texts(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      String text = required(value).toString();
      if (!text.equals(last)) {
        last = text;
        lastBytes = Binary.fromString(text);
      }
      column.write(lastBytes, repetition, defined);
    }
  }

  private static final class Bytes extends Leaf {
    Bytes(ColumnWriter column, int defined) {
      super(column, defined);
    }

    @Override
    public void write(@Nullable Object value, int repetition) {
      Binary bytes = Binary.fromReusedByteBuffer((ByteBuffer) required(value));
      column.write(bytes, repetition, defined);
    }
  }

  /** A column with the one that is derived from it. */
  private record WithDerived(Shredder own, Shredder derived, DerivedColumn derivation)
      implements Shredder {
    @Override
    public void write(@Nullable Object value, int repetition) {
      own.write(value, repetition);
      derived.write(value == null ? null : derivation.value(value), repetition);
    }

    @Override
    public void writeNull(int repetition, int definition) {
      own.writeNull(repetition, definition);
      derived.writeNull(repetition, definition);
    }
  }

  private record Optionals(Shredder value, int missing) implements Shredder {
    @Override
    public void write(@Nullable Object some, int repetition) {
      if (some == null) {
        value.writeNull(repetition, missing);
      } else {
        value.write(some, repetition);
      }
    }

    @Override
    public void writeNull(int repetition, int definition) {
      value.writeNull(repetition, definition);
    }
  }

  private record Records(List<Shredder> members) implements Shredder {
    @Override
    public void write(@Nullable Object value, int repetition) {
      IndexedRecord record = (IndexedRecord) required(value);
      for (int i = 0; i < members.size(); i++) {
        members.get(i).write(record.get(i), repetition);
      }
    }

    @Override
    public void writeNull(int repetition, int definition) {
      members.forEach(member -> member.writeNull(repetition, definition));
    }
  }

  private record Lists(Shredder element, int empty, int repeated) implements Shredder {
    @Override
    public void write(@Nullable Object value, int repetition) {
      List<?> list = (List<?>) required(value);
      int size = list.size();
      if (size == 0) {
        element.writeNull(repetition, empty);
      }
      if (list instanceof LongArrayList numbers && element instanceof Longs leaf) {
        for (int i = 0; i < size; i++) {
          leaf.column.write(numbers.at(i), i == 0 ? repetition : repeated, leaf.defined);
        }
      } else if (list instanceof IntArrayList numbers && element instanceof Ints leaf) {
        for (int i = 0; i < size; i++) {
          leaf.column.write(numbers.at(i), i == 0 ? repetition : repeated, leaf.defined);
        }
      } else {
        for (int i = 0; i < size; i++) {
          element.write(list.get(i), i == 0 ? repetition : repeated);
        }
      }
    }

    @Override
    public void writeNull(int repetition, int definition) {
      element.writeNull(repetition, definition);
    }
  }

  private record Maps(Shredder key, Shredder member, int empty, int repeated) implements Shredder {
    @Override
    public void write(@Nullable Object value, int repetition) {
      Map<?, ?> map = (Map<?, ?>) required(value);
      if (map.isEmpty()) {
        writeNull(repetition, empty);
      }
      int level = repetition;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        key.write(entry.getKey(), level);
        member.write(entry.getValue(), level);
        level = repeated;
      }
    }

    @Override
    public void writeNull(int repetition, int definition) {
      key.writeNull(repetition, definition);
      member.writeNull(repetition, definition);
    }
  }

  private static Object required(@Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException("Invalid record: null in a column that is not nullable");
    }
    return value;
  }
}
