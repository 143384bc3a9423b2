package io.longhaul.config.runfile;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.YamlKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the values of a file as arguments of a command line, with their paths in the file.
 * Values that the command line sets, too, are omitted: the command line has precedence.
 */
final class FileValues {
  private final GivenOptions typed;
  private final List<String> words = new ArrayList<>();
  private final Map<String, String> paths = new LinkedHashMap<>();
  private final Map<String, List<YamlKey>> keys;

  FileValues(GivenOptions typed) {
    this.typed = typed;
    this.keys = YamlKey.of(typed);
  }

  boolean isTyped(String option) {
    return typed.gives(option);
  }

  /** Returns whether the file or the command line sets one of these options. */
  boolean hasAnyOf(String... options) {
    return Arrays.stream(options).anyMatch(option -> paths.containsKey(option) || isTyped(option));
  }

  /** Adds an option that may be repeated, even if the command line sets it, too. */
  void addRepeatable(String option, String path, String value) {
    // In one argument, because a value may start with a dash.
    words.add(option + "=" + value);
    paths.put(option, path);
  }

  void add(String option, String path, String value) {
    if (!isTyped(option)) {
      addRepeatable(option, path, value);
    }
  }

  /** Adds an option without a value. */
  void add(String option, String path) {
    if (!isTyped(option)) {
      words.add(option);
      paths.put(option, path);
    }
  }

  /**
   * Adds the options that declare a key of this section, as far as the file has the key.
   *
   * @param name the name of the section in the declarations
   */
  void addAll(Section section, String name) {
    for (YamlKey key : keys.getOrDefault(name, List.of())) {
      String option = key.option();
      if (key.spec().isMultiValue()) {
        addList(section, key.name(), option);
      } else if (key.isDuration()) {
        addSeconds(key.yaml().unless(), section, key.name(), option);
      } else if (!key.spec().typeInfo().isBoolean()) {
        addUnless(key.yaml().unless(), section, key.name(), option);
      } else if (key.yaml().negated()) {
        addIfFalse(section, key.name(), option);
      } else {
        addIfTrue(section, key.name(), option);
      }
    }
  }

  /** Adds the options of a section, if the file has it, and rejects its other keys. */
  void addWhole(Section parent, String key, String name) {
    parent.read(key, section -> addAll(section, name));
  }

  /** Adds an option with the value of a key, if the file has the key. */
  void addValue(Section section, String key, String option) {
    section.text(key).ifPresent(value -> add(option, section.pathOf(key), value));
  }

  /** Adds an option with the value of a key, unless that is the default. */
  void addUnless(String defaultValue, Section section, String key, String option) {
    Optional<String> value = section.text(key).filter(text -> !text.equals(defaultValue));
    value.ifPresent(text -> add(option, section.pathOf(key), text));
  }

  /** Adds an option with the value of a key, or with a default if the file lacks the key. */
  void addOr(String defaultValue, Section section, String key, String option) {
    add(option, section.pathOf(key), section.text(key).orElse(defaultValue));
  }

  void addSeconds(Section section, String key, String option) {
    addSeconds("", section, key, option);
  }

  private void addSeconds(String defaultValue, Section section, String key, String option) {
    section
        .seconds(key)
        .filter(value -> !value.equals(defaultValue))
        .ifPresent(value -> add(option, section.pathOf(key), value));
  }

  /** Adds an option without a value if a key is true. */
  void addIfTrue(Section section, String key, String option) {
    if (section.isTrue(key)) {
      add(option, section.pathOf(key));
    }
  }

  /** Adds an option without a value if a key is false. */
  void addIfFalse(Section section, String key, String option) {
    if (!section.truth(key).orElse(true)) {
      add(option, section.pathOf(key));
    }
  }

  /** Adds an option whose value is a list, separated by commas. */
  void addList(Section section, String key, String option) {
    List<String> values = section.texts(key);
    if (!values.isEmpty()) {
      add(option, section.pathOf(key), String.join(",", values));
    }
  }

  List<String> words() {
    return List.copyOf(words);
  }

  /** Returns the path in the file by option. */
  Map<String, String> paths() {
    return Map.copyOf(paths);
  }
}
