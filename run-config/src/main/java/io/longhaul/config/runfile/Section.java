package io.longhaul.config.runfile;

import io.longhaul.config.binding.NearestName;
import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of the file whose keys are read one by one; {@link #refuseRest} rejects keys that have
 * not been read. Keys may be written in camel case or with underscores. A key without a value
 * counts as missing.
 */
public final class Section {
  private final String path;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, String> written = new LinkedHashMap<>();
  private final TreeSet<String> readKeys = new TreeSet<>();
  private final OptionProblems problems;

  public Section(String path, Map<?, ?> map, OptionProblems problems) {
    this.path = path;
    this.problems = problems;
    map.forEach((key, value) -> put(String.valueOf(key), value));
  }

  /** Returns an empty section for one that is missing in the file. */
  static Section none() {
    return new Section("", Map.of(), new OptionProblems());
  }

  /** Returns a section below this one. */
  Section below(String key, Map<?, ?> map) {
    return new Section(pathOf(key), map, problems);
  }

  private void put(String key, @Nullable Object value) {
    String name = camelCase(key);
    if (written.putIfAbsent(name, key) != null) {
      invalid(name, "also written as " + key, "write it once");
    } else if (value != null) {
      values.put(name, value);
    }
  }

  public static String camelCase(String key) {
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < key.length(); i++) {
      char letter = key.charAt(i);
      if (letter == '_' && !name.isEmpty()) {
        upper = true;
      } else {
        name.append(upper ? Character.toUpperCase(letter) : letter);
        upper = false;
      }
    }
    return name.toString();
  }

  String path() {
    return path;
  }

  /** Returns the path of a key as written in the file. */
  public String pathOf(String key) {
    String name = written.getOrDefault(key, key);
    return path.isEmpty() ? name : path + "." + name;
  }

  public boolean has(String key) {
    readKeys.add(key);
    return values.containsKey(key);
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public Optional<Object> value(String key) {
    readKeys.add(key);
    return Optional.ofNullable(values.get(key));
  }

  /** Returns a scalar value as on a command line, or reports that it is not a scalar. */
  public Optional<String> text(String key) {
    Optional<Object> value = value(key);
    if (value.isPresent() && !Scalars.isScalar(value.get())) {
      invalid(key, Scalars.kindOf(value.get()), "a single value");
      return Optional.empty();
    }
    return value.map(Scalars::typed);
  }

  Optional<Boolean> truth(String key) {
    Optional<String> text = text(key);
    Optional<Boolean> truth = text.flatMap(Scalars::truth);
    if (text.isPresent() && truth.isEmpty()) {
      invalid(key, text.get(), "true or false");
    }
    return truth;
  }

  public boolean isTrue(String key) {
    return truth(key).orElse(false);
  }

  /** Returns a duration in seconds, as on a command line. */
  Optional<String> seconds(String key) {
    Optional<String> text = text(key);
    Optional<String> seconds = text.flatMap(Scalars::seconds);
    if (text.isPresent() && seconds.isEmpty()) {
      invalid(key, text.get(), "seconds, or a text such as 30s, 5m, 2h, 1h30m or inf");
    }
    return seconds;
  }

  /** Returns the scalars of a list, or a single one. */
  public List<String> texts(String key) {
    if (!(value(key).orElse(null) instanceof List<?> list)) {
      return text(key).map(List::of).orElse(List.of());
    }
    List<String> texts = new ArrayList<>();
    for (Object entry : list) {
      if (Scalars.isScalar(entry)) {
        texts.add(Scalars.typed(entry));
      } else {
        invalid(key, "a list of lists or mappings", "a list of single values");
        return List.of();
      }
    }
    return texts;
  }

  /** Returns a mapping as written, or reports that the value is not a mapping. */
  Optional<Map<?, ?>> map(String key) {
    Optional<Object> value = value(key);
    if (value.isPresent() && value.get() instanceof Map<?, ?> map) {
      return Optional.of(map);
    }
    value.ifPresent(other -> invalid(key, Scalars.kindOf(other), "a mapping"));
    return Optional.empty();
  }

  public Optional<Section> section(String key) {
    return map(key).map(map -> below(key, map));
  }

  /** Reads a mapping, if the file has it, and rejects those of its keys that the reader ignores. */
  public void read(String key, Consumer<Section> reader) {
    section(key)
        .ifPresent(
            section -> {
              reader.accept(section);
              section.refuseRest();
            });
  }

  /** Returns the mappings of a list. */
  List<Section> sections(String key) {
    List<Section> sections = new ArrayList<>();
    Optional<Object> value = value(key);
    if (value.isPresent() && value.get() instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        String below = pathOf(key) + "[" + i + "]";
        if (list.get(i) instanceof Map<?, ?> map) {
          sections.add(new Section(below, map, problems));
        } else {
          problems.invalid(below, Scalars.kindOf(list.get(i)), "a mapping");
        }
      }
    } else {
      value.ifPresent(other -> invalid(key, Scalars.kindOf(other), "a list"));
    }
    return sections;
  }

  /** Reports a value of this section. */
  public void invalid(String key, @Nullable Object value, String wanted) {
    problems.invalid(pathOf(key), value, wanted);
  }

  /** Reports this section. */
  public void invalid(String value, String wanted) {
    problems.invalid(path, value, wanted);
  }

  /** Adds a note about a value that has no effect. */
  public void noteNoEffect(String key, String reason) {
    problems.note(pathOf(key) + " has no effect: " + reason);
  }

  /** Rejects a key if there is also another one that means the same. */
  void refuseWith(String key, String other) {
    if (has(key) && has(other)) {
      invalid(key, "given with " + other, "leave out one");
    }
  }

  /** Rejects a value other than the only supported one. */
  void requireUsual(String key, String usual) {
    text(key)
        .filter(value -> !value.equalsIgnoreCase(usual))
        .ifPresent(other -> invalid(key, other, usual));
  }

  /** Rejects a key if it is present. */
  void refuse(String key, String reason) {
    value(key)
        .map(value -> value instanceof Boolean ? value.toString() : Scalars.kindOf(value))
        .ifPresent(shown -> invalid(key, shown, reason));
  }

  /** Rejects all keys that have not been read. */
  public void refuseRest() {
    written.forEach(
        (name, key) -> {
          if (!readKeys.contains(name)) {
            String advice = NearestName.advice(name, readKeys, "there is no such key");
            problems.invalid(path.isEmpty() ? "key" : "key in " + path, key, advice);
          }
        });
  }
}
