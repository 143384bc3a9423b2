package io.longhaul.load.endpoint.request;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An enum constant with a name that users write on a command line, in a YAML file and in JSON, for
 * example {@code round_robin}.
 */
public interface Keyword {
  /** The name of the enum constant in Java. */
  String name();

  /** The name that users write: the name of the constant in lower case. */
  @JsonValue
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the constant with this name, in any case, with {@code -} or {@code _}. */
  static <E extends Enum<E> & Keyword> Optional<E> find(Class<E> type, String word) {
    String wanted = word.strip().replace('-', '_');
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.word().replace('-', '_').equalsIgnoreCase(wanted))
        .findFirst();
  }

  /** Returns all names as a message lists them, for example {@code poisson, constant or gamma}. */
  static String list(Class<? extends Keyword> type) {
    return either(Arrays.stream(type.getEnumConstants()).map(Keyword::word).toList());
  }

  /** Returns words as a message lists them, for example {@code a, b or c}; at least one. */
  static String either(List<String> words) {
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }
}
