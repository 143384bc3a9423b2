package io.longhaul.config.runfile;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.GivenOption;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.YamlKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Collects the options that a file gives, with their paths in the file. Options that the command
 * line gives, too, are omitted: the command line has precedence.
 */
final class FileValues {
  private final GivenOptions typed;
  private final String fileName;
  private final OptionProblems problems;
  private final List<GivenOption> options = new ArrayList<>();
  private final Map<String, List<YamlKey>> keys;

  /**
   * Creates an empty collection.
   *
   * @param typed the command line, which names the file
   * @param problems receives keys that set no option
   */
  FileValues(GivenOptions typed, Path file, OptionProblems problems) {
    this.typed = typed;
    this.fileName = String.valueOf(file.getFileName());
    this.problems = problems;
    this.keys = YamlKey.of(typed.command());
  }

  boolean isTyped(String option) {
    return typed.gives(option);
  }

  /** Returns whether the file or the command line gives one of these options. */
  boolean hasAnyOf(String... names) {
    return Arrays.stream(names).anyMatch(name -> isTyped(name) || isAdded(typed.known(name)));
  }

  private boolean isAdded(OptionSpec spec) {
    return options.stream().anyMatch(option -> option.spec().equals(spec));
  }

  /** Adds an option that may be repeated, even if the command line gives it, too. */
  void addRepeatable(String option, String path, String value) {
    add(option, path, List.of(value));
  }

  void add(String option, String path, String value) {
    if (!isTyped(option)) {
      add(option, path, List.of(value));
    }
  }

  /** Adds an option without a value. */
  void add(String option, String path) {
    if (!isTyped(option)) {
      add(option, path, List.of());
    }
  }

  private void add(String option, String path, List<String> values) {
    String source = path + " in " + fileName;
    OptionSpec spec = typed.command().optionsMap().get(option);
    if (spec == null) {
      String advice = CommandLineParsing.adviceForOption(option, typed.command());
      problems.add("Invalid " + source + " (" + advice + ")");
    } else {
      boolean attached = !values.isEmpty();
      options.add(new GivenOption(spec, option, values, attached, Optional.of(source)));
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

  List<GivenOption> options() {
    return List.copyOf(options);
  }
}
