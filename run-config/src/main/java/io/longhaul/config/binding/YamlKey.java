package io.longhaul.config.binding;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A key of a run file that sets an option.
 *
 * @param name the key within its section, in camel case
 * @param spec the option
 * @param yaml the annotation of the option
 */
public record YamlKey(String name, OptionSpec spec, Yaml yaml) {
  private static final Set<Class<?>> SECONDS =
      Set.of(
          OptionValue.Seconds.class,
          OptionValue.SecondsOrZero.class,
          OptionValue.SecondsOrInfinite.class,
          OptionValue.SliceLength.class);

  /** Returns the keys of a command's options by section, in the order of the help. */
  public static Map<String, List<YamlKey>> of(CommandSpec command) {
    Map<String, List<YamlKey>> keys = new LinkedHashMap<>();
    for (OptionSpec option : command.options()) {
      if (option.userObject() instanceof Field field && field.isAnnotationPresent(Yaml.class)) {
        Yaml yaml = field.getAnnotation(Yaml.class);
        for (String path : yaml.value()) {
          int dot = path.lastIndexOf('.');
          keys.computeIfAbsent(path.substring(0, dot), section -> new ArrayList<>())
              .add(new YamlKey(path.substring(dot + 1), option, yaml));
        }
      }
    }
    return keys;
  }

  /** Returns the name of the option that messages use. */
  public String option() {
    return CommandLineParsing.nameOf((ArgSpec) spec);
  }

  /** Returns whether the value is a number of seconds or a text such as {@code 5m}. */
  public boolean isDuration() {
    return SECONDS.contains(spec.typeInfo().getType());
  }
}
