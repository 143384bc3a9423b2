package io.longhaul.cli.runfile;

import io.longhaul.cli.options.CommandLineArguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the values of a file as arguments of a command line, with their paths in the file.
 * Values that the command line sets, too, are omitted: the command line has precedence.
 */
final class FileArguments {
  private final CommandLineArguments typed;
  private final List<String> words = new ArrayList<>();
  private final Map<String, String> paths = new LinkedHashMap<>();

  FileArguments(CommandLineArguments typed) {
    this.typed = typed;
  }

  boolean isTyped(String option) {
    return typed.gives(option);
  }

  /** Whether somebody gives it, the file or the command line. */
  boolean hasAnyOf(String... options) {
    for (String option : options) {
      if (paths.containsKey(option) || isTyped(option)) {
        return true;
      }
    }
    return false;
  }

  /** An option and its value, whatever was typed: of those that may be repeated. */
  void addBeside(String option, String path, String value) {
    // Attached, for a value may begin with a dash.
    words.add(option + "=" + value);
    paths.put(option, path);
  }

  void add(String option, String path, String value) {
    if (!isTyped(option)) {
      addBeside(option, path, value);
    }
  }

  /** An option without a value. */
  void add(String option, String path) {
    if (!isTyped(option)) {
      words.add(option);
      paths.put(option, path);
    }
  }

  /** What the key says, the option says. */
  void say(Section section, String key, String option) {
    section.text(key).ifPresent(value -> add(option, section.pathOf(key), value));
  }

  /** Likewise, unless it says what is so anyway. */
  void sayUnless(String usual, Section section, String key, String option) {
    Optional<String> value = section.text(key).filter(text -> !text.equals(usual));
    value.ifPresent(text -> add(option, section.pathOf(key), text));
  }

  void saySeconds(Section section, String key, String option) {
    section.seconds(key).ifPresent(value -> add(option, section.pathOf(key), value));
  }

  /** An option without a value, for a key that is true. */
  void sayIfTrue(Section section, String key, String option) {
    if (section.isTrue(key)) {
      add(option, section.pathOf(key));
    }
  }

  /** Likewise, for a key that is false. */
  void sayIfFalse(Section section, String key, String option) {
    if (!section.truth(key).orElse(true)) {
      add(option, section.pathOf(key));
    }
  }

  /** A list as one value with commas. */
  void sayList(Section section, String key, String option) {
    List<String> values = section.texts(key);
    if (!values.isEmpty()) {
      add(option, section.pathOf(key), String.join(",", values));
    }
  }

  List<String> words() {
    return List.copyOf(words);
  }

  /** Option to path. */
  Map<String, String> paths() {
    return Map.copyOf(paths);
  }
}
