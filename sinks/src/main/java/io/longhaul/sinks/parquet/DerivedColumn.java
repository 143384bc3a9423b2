package io.longhaul.sinks.parquet;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A column of files that rows do not have: the value of a column of the rows, which it follows, in
 * a type that other tools use without a conversion. It is null where that column is null.
 *
 * <p>Points in time have microseconds, because Spark and Delta do not have timestamps with
 * nanoseconds. The column from which they are derived has the nanoseconds.
 */
enum DerivedColumn {
  /** The time of {@code *_epoch_ns}, rounded down. */
  TIME_OF_NANOS(Schema.Type.LONG, "_epoch_ns", "_time") {
    @Override
    Schema type() {
      return timestamp();
    }

    @Override
    Object value(Object source) {
      return Math.floorDiv((long) source, 1_000L);
    }
  },

  /** The time of {@code *_epoch_ms}. */
  TIME_OF_MILLIS(Schema.Type.LONG, "_epoch_ms", "_time") {
    @Override
    Schema type() {
      return timestamp();
    }

    @Override
    Object value(Object source) {
      return (long) source * 1_000L;
    }
  },

  /** An integer of any length, big-endian two's complement, rounded to a double. */
  ROUNDED_SUM(Schema.Type.BYTES, "sum_of_squares", "sum_of_squares_double") {
    @Override
    Schema type() {
      return Schema.create(Schema.Type.DOUBLE);
    }

    @Override
    Object value(Object source) {
      ByteBuffer bytes = ((ByteBuffer) source).duplicate();
      byte[] number = new byte[bytes.remaining()];
      bytes.get(number);
      return new BigInteger(number).doubleValue();
    }
  },

  /** A label set, {@code dimension=value}, as a map; the empty one is an empty map. */
  LABELS(Schema.Type.STRING, "label_set", "labels") {
    @Override
    Schema type() {
      return Schema.createMap(Schema.create(Schema.Type.STRING));
    }

    @Override
    Object value(Object source) {
      String labels = source.toString();
      int end = labels.indexOf('=');
      return end < 0 ? Map.of() : Map.of(labels.substring(0, end), labels.substring(end + 1));
    }
  };

  /**
   * Points in time of a request other than its start and end, from which durations are computed.
   * Timestamps next to all of them would take 13 % more space per request; those of start and end
   * take 4 %.
   */
  private static final Set<String> WITHIN_A_REQUEST =
      Set.of(
          "scheduled_epoch_ns",
          "connect_started_epoch_ns",
          "connected_epoch_ns",
          "sent_epoch_ns",
          "written_epoch_ns",
          "headers_epoch_ns",
          "first_byte_epoch_ns",
          "cancelled_epoch_ns");

  private final Schema.Type sourceType;
  private final String sourceEnding;
  private final String ending;

  DerivedColumn(Schema.Type sourceType, String sourceEnding, String ending) {
    this.sourceType = sourceType;
    this.sourceEnding = sourceEnding;
    this.ending = ending;
  }

  /** Returns the type of the values of the column. */
  abstract Schema type();

  /** Returns the value of the column for a value, not null, of the column it is derived from. */
  abstract Object value(Object source);

  /** Returns the column that follows a column of a row in files, if there is one. */
  static Optional<DerivedColumn> of(Schema.Field column) {
    if (WITHIN_A_REQUEST.contains(column.name())) {
      return Optional.empty();
    }
    Schema.Type type = nonNull(column.schema()).getType();
    for (DerivedColumn derived : values()) {
      if (type == derived.sourceType && column.name().endsWith(derived.sourceEnding)) {
        return Optional.of(derived);
      }
    }
    return Optional.empty();
  }

  /** Returns the name of the column that follows a column of a row. */
  String nameAfter(String column) {
    return column.substring(0, column.length() - sourceEnding.length()) + ending;
  }

  /** Returns the type of the column that follows a column of a row, which may be nullable. */
  Schema typeAfter(Schema column) {
    return column.isNullable()
        ? Schema.createUnion(Schema.create(Schema.Type.NULL), type())
        : type();
  }

  /** What is stated about the columns of a file. */
  private interface Docs {
    @Nullable String of(Schema record, Schema.Field column);

    @Nullable String of(Schema record, Schema.Field source, DerivedColumn derived);
  }

  private static final Docs NONE =
      new Docs() {
        @Override
        public @Nullable String of(Schema record, Schema.Field column) {
          return null;
        }

        @Override
        public @Nullable String of(Schema record, Schema.Field source, DerivedColumn derived) {
          return null;
        }
      };

  private static final Docs WITH_UNITS =
      new Docs() {
        @Override
        public String of(Schema record, Schema.Field column) {
          return withUnit(String.valueOf(column.doc()), record, column.name());
        }

        @Override
        public String of(Schema record, Schema.Field source, DerivedColumn derived) {
          return withUnit(
              ColumnMeaning.of(derived, source.name()), record, derived.nameAfter(source.name()));
        }
      };

  private static String withUnit(String meaning, Schema record, String column) {
    String text = meaning.strip().replaceAll("\\s+", " ");
    return ColumnMeaning.unit(record, column)
        .map(unit -> text + " Unit: " + unit + ".")
        .orElse(text);
  }

  /**
   * Returns the columns of a file: those of the row and, after each of them, the one that is
   * derived from it. They have neither documentation nor defaults, which the footer of every file
   * would repeat.
   */
  static Schema inFileOf(Schema row) {
    return inFile(row, NONE, new HashMap<>());
  }

  /** Returns the same columns with their meaning and unit as documentation. */
  static Schema documentedInFileOf(Schema row) {
    return inFile(row, WITH_UNITS, new HashMap<>());
  }

  /**
   * @param records records by name: one that occurs several times is defined once
   */
  private static Schema inFile(Schema schema, Docs docs, Map<String, Schema> records) {
    return switch (schema.getType()) {
      case RECORD -> {
        Schema known = records.get(schema.getFullName());
        if (known == null) {
          known = record(schema, docs, records);
          records.put(schema.getFullName(), known);
        }
        yield known;
      }
      case UNION ->
          Schema.createUnion(
              schema.getTypes().stream().map(member -> inFile(member, docs, records)).toList());
      case ARRAY -> Schema.createArray(inFile(schema.getElementType(), docs, records));
      case MAP -> Schema.createMap(inFile(schema.getValueType(), docs, records));
      default -> schema;
    };
  }

  private static Schema record(Schema row, Docs docs, Map<String, Schema> records) {
    List<Schema.Field> columns = new ArrayList<>();
    for (Schema.Field column : row.getFields()) {
      columns.add(
          new Schema.Field(
              column.name(), inFile(column.schema(), docs, records), docs.of(row, column)));
      of(column)
          .ifPresent(
              derived ->
                  columns.add(
                      new Schema.Field(
                          derived.nameAfter(column.name()),
                          derived.typeAfter(column.schema()),
                          docs.of(row, column, derived))));
    }
    return Schema.createRecord(row.getName(), null, row.getNamespace(), false, columns);
  }

  /** Returns the type of the values of a column that are not null. */
  static Schema nonNull(Schema column) {
    if (column.getType() != Schema.Type.UNION) {
      return column;
    }
    List<Schema> types = column.getTypes();
    if (types.size() == 2) {
      for (int i = 0; i < 2; i++) {
        if (types.get(i).getType() == Schema.Type.NULL) {
          return types.get(1 - i);
        }
      }
    }
    throw new IllegalArgumentException("Invalid column: " + column + " (null or one other type)");
  }

  private static Schema timestamp() {
    return LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
  }
}
