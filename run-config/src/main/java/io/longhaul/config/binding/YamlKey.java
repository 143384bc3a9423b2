package io.longhaul.config.binding;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A key of a run file that sets an option.
 *
 * @param name the key within its section, in camel case
 * @param option the name of the option that messages use
 * @param kind the form of the value
 * @param unless the value that means the same as no value; empty for none
 */
public record YamlKey(String name, String option, Kind kind, String unless) {
  private static final Set<Class<?>> SECONDS =
      Set.of(
          OptionValue.Seconds.class,
          OptionValue.SecondsOrZero.class,
          OptionValue.SecondsOrInfinite.class);

  /** The form of a value in a run file. */
  public enum Kind {
    /** A single value, as on a command line. */
    VALUE,
    /** A list of single values. */
    LIST,
    /** A duration as a number of seconds or a text such as {@code 5m}. */
    SECONDS,
    /** A boolean that sets an option without a value. */
    FLAG,
    /** A boolean that sets an option without a value if it is false. */
    NEGATED_FLAG
  }

  /** Returns the keys of a command's options by section, in the order of the help. */
  public static Map<String, List<YamlKey>> of(CommandLineArguments arguments) {
    Map<String, List<YamlKey>> keys = new LinkedHashMap<>();
    for (OptionSpec option : arguments.command().options()) {
      if (option.userObject() instanceof Field field && field.isAnnotationPresent(Yaml.class)) {
        Yaml yaml = field.getAnnotation(Yaml.class);
        for (String path : yaml.value()) {
          int dot = path.lastIndexOf('.');
          keys.computeIfAbsent(path.substring(0, dot), section -> new ArrayList<>())
              .add(
                  new YamlKey(
                      path.substring(dot + 1),
                      CommandLineParsing.nameOf((ArgSpec) option),
                      kindOf(option, yaml),
                      yaml.unless()));
        }
      }
    }
    return keys;
  }

  private static Kind kindOf(OptionSpec option, Yaml yaml) {
    if (option.typeInfo().isBoolean()) {
      return yaml.negated() ? Kind.NEGATED_FLAG : Kind.FLAG;
    }
    if (option.isMultiValue()) {
      return Kind.LIST;
    }
    return SECONDS.contains(option.typeInfo().getType()) ? Kind.SECONDS : Kind.VALUE;
  }
}
