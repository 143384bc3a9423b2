package io.longhaul.config.options;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.Converters;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.value.ApiKey;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A cell of a sweep with explicit options, as in {@code big: concurrency=32, isl=2048}.
 *
 * @param name the name of its folder, if it has one
 * @param values the values as typed, by the names of the options without leading dashes
 * @param command the command that has the options
 */
record SweepVariant(Optional<String> name, Map<String, String> values, CommandSpec command) {
  private static final String WANTED =
      "'NAME: OPTION=VALUE, OPTION=VALUE', options without leading dashes, each once; the name is"
          + " optional";

  /** Folders have such names, and those of files do not begin so. */
  private static final Pattern NAME =
      Pattern.compile("[^./\\\\<>:\"|?*\\p{Cntrl}][^/\\\\<>:\"|?*\\p{Cntrl}]{0,99}");

  /** Names of other files in the folder of a sweep. */
  private static final Set<String> TAKEN =
      Set.of("aggregate", "sweep_aggregate", "profile_runs", "earlier");

  /** Options that apply to all cells together. */
  private static final Set<Class<?>> OF_ALL =
      Set.of(ConfigFileOptions.class, RepeatOptions.class, SweepOptions.class, OutputOptions.class);

  /** Options with secret values, since the values of variants are written to files. */
  private static final Set<String> SECRET =
      Set.of(ApiKey.OPTION, ApiKey.FILE_OPTION, "--header", EndpointOptions.PROXY);

  /** Parses a variant, or reports why it is invalid and returns empty. */
  static Optional<SweepVariant> of(String typed, CommandSpec command, OptionProblems problems) {
    Optional<String> secret =
        pairs(typed)
            .map(SweepVariant::keyOf)
            .filter(key -> SECRET.contains(optionName(key)))
            .findFirst();
    if (secret.isPresent()) {
      // The message omits the rest of the text, which may contain a secret.
      problems.invalid(
          SweepOptions.VARIANT,
          secret.get() + "=" + CommandLineText.HIDDEN,
          "variants are written to files: give " + optionName(secret.get()) + " outside of them");
      return Optional.empty();
    }
    try {
      return Optional.of(read(typed, command));
    } catch (IllegalArgumentException e) {
      problems.invalid(SweepOptions.VARIANT, typed, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static SweepVariant read(String typed, CommandSpec command) {
    Map<String, String> values = new LinkedHashMap<>();
    Set<OptionSpec> options = new HashSet<>();
    for (String pair : pairs(typed).toList()) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(WANTED);
      }
      String key = keyOf(pair).replace('-', '_');
      if (!options.add(optionOf(key, command))) {
        throw new IllegalArgumentException(WANTED);
      }
      values.put(key, unquoted(pair.substring(equals + 1).strip()));
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException(WANTED);
    }
    int colon = colonBehindName(typed);
    if (colon < 0) {
      return new SweepVariant(Optional.empty(), values, command);
    }
    String name = typed.substring(0, colon).strip();
    if (!isFolderName(name)) {
      throw new IllegalArgumentException(
          "its name must be a valid folder name: no / \\ < > : \" | ? *, no leading dot, and none"
              + " of "
              + String.join(", ", TAKEN.stream().sorted().toList()));
    }
    return new SweepVariant(Optional.of(name), values, command);
  }

  /** As in AIPerf, a trailing comma is allowed. */
  private static Stream<String> pairs(String typed) {
    String[] pairs = typed.substring(colonBehindName(typed) + 1).split(",", -1);
    return Stream.of(pairs).filter(pair -> !pair.isBlank());
  }

  /** Returns the index of the end of the name, or -1 without a name. */
  private static int colonBehindName(String typed) {
    int colon = typed.indexOf(':');
    return colon >= 0 && typed.substring(0, colon).contains("=") ? -1 : colon;
  }

  /** Returns the text as typed. */
  private static String keyOf(String pair) {
    return pair.split("=", 2)[0].strip();
  }

  /** Returns whether this is a valid name for the folder of a cell. */
  static boolean isFolderName(String name) {
    return NAME.matcher(name).matches() && !TAKEN.contains(name);
  }

  private static OptionSpec optionOf(String key, CommandSpec command) {
    OptionSpec option = command.optionsMap().get(optionName(key));
    if (option == null) {
      throw new IllegalArgumentException(
          CommandLineParsing.adviceForOption(optionName(key), command));
    }
    if (option.group() == null
        || OF_ALL.contains(((Field) option.userObject()).getDeclaringClass())) {
      throw new IllegalArgumentException(
          optionName(key) + " applies to all variants: give it outside of them");
    }
    return option;
  }

  private static String optionName(String key) {
    return "--" + key.replace('_', '-');
  }

  /** Removes quotes around a value. */
  private static String unquoted(String value) {
    return value.replaceFirst("(?s)^([\"'])(.*)\\1$", "$2");
  }

  /** Returns options in which these values replace others. */
  GivenOptions appliedTo(GivenOptions given) {
    GivenOptions applied = given;
    for (Map.Entry<String, String> value : values.entrySet()) {
      applied = applied.with(optionName(value.getKey()), value.getValue());
    }
    return applied;
  }

  /** Returns the values, as numbers and booleans where they look like them, as in AIPerf. */
  Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    values.forEach((key, value) -> parameters.put(key, parameter(plain(key, value))));
    return parameters;
  }

  /** Documents contain durations and rates as plain numbers. */
  private String plain(String key, String value) {
    String label = Converters.labelOf(optionOf(key, command));
    Optional<String> number =
        switch (label) {
          case "SECONDS" -> Quantities.plainSeconds(value);
          case "MS" -> Quantities.plainMillis(value);
          case "RATE" -> Quantities.plainRate(value);
          default -> Optional.empty();
        };
    // A plain number stays as typed.
    return Quantities.number(value).isPresent() ? value : number.orElse(value);
  }

  private static Object parameter(String value) {
    if (value.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(value);
    }
    if (value.matches("-?[0-9]{1,15}\\.[0-9]{1,15}")) {
      return Double.valueOf(value);
    }
    return value.matches("(?i)true|false") ? (Object) Boolean.valueOf(value) : value;
  }
}
