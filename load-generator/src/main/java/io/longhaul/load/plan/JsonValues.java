package io.longhaul.load.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deep, immutable copies of JSON values with one Java type for each kind, so that a plan equals
 * itself after a journey as JSON.
 */
final class JsonValues {
  private JsonValues() {}

  static Map<String, Object> frozenCopy(Map<String, Object> members) {
    Map<String, Object> copy = new LinkedHashMap<>();
    members.forEach((name, value) -> copy.put(name, frozen(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static Object frozen(Object value) {
    if (value == null || value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      list.forEach(element -> copy.add(frozen(element)));
      return Collections.unmodifiableList(copy);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((name, member) -> copy.put((String) name, frozen(member)));
      return Collections.unmodifiableMap(copy);
    }
    throw new IllegalArgumentException(
        "Invalid extra input: a " + value.getClass().getName() + " (a JSON value is needed)");
  }
}
