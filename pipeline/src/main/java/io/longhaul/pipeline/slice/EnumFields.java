package io.longhaul.pipeline.slice;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a state record that are named after the constants of an enum, in lower case.
 * Immutable.
 */
public final class EnumFields<E extends Enum<E>> {
  private final Map<E, Integer> positions;

  /**
   * Looks up the fields.
   *
   * @throws IllegalArgumentException if the record has other fields, or lacks one
   */
  public EnumFields(Schema record, Class<E> type, Collection<E> constants) {
    positions = new EnumMap<>(type);
    for (E constant : constants) {
      Schema.Field field = record.getField(constant.name().toLowerCase(Locale.ROOT));
      if (field == null) {
        throw new IllegalArgumentException(
            "Invalid record: " + record.getName() + " (without a field for " + constant + ")");
      }
      positions.put(constant, field.pos());
    }
    if (positions.size() != record.getFields().size()) {
      throw new IllegalArgumentException(
          "Invalid record: " + record.getName() + " (with more fields than constants)");
    }
  }

  public void put(SpecificRecordBase record, E constant, @Nullable Object value) {
    record.put(position(constant), value);
  }

  public @Nullable Object get(SpecificRecordBase record, E constant) {
    return record.get(position(constant));
  }

  private int position(E constant) {
    Integer position = positions.get(constant);
    if (position == null) {
      throw new IllegalArgumentException("Invalid constant: " + constant + " (without a field)");
    }
    return position;
  }
}
