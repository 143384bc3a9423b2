package io.longhaul.config.binding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Sets the fields of annotated objects from given options, whatever their source is. */
public final class OptionBinding {
  private final GivenOptions given;
  private final CommandSpec target;
  private final OptionProblems unreadable = new OptionProblems();

  /**
   * Sets the fields.
   *
   * @param target the options of new objects; it has the names of the given ones
   */
  public OptionBinding(GivenOptions given, CommandSpec target) {
    this.given = given;
    this.target = target;
    Map<OptionSpec, List<String>> texts = new LinkedHashMap<>();
    for (GivenOption option : given.all()) {
      OptionSpec spec = target.optionsMap().get(option.name());
      if (spec != null) {
        texts.computeIfAbsent(spec, unused -> new ArrayList<>()).addAll(option.values());
      }
    }
    texts.forEach(this::set);
  }

  private void set(OptionSpec spec, List<String> texts) {
    if (spec.typeInfo().isBoolean()) {
      truth(spec, texts).ifPresent(spec::setValue);
    } else if (spec.isMultiValue()) {
      List<Object> values = new ArrayList<>();
      for (String text : texts) {
        for (String part :
            spec.splitRegex().isEmpty() ? new String[] {text} : text.split(spec.splitRegex(), 0)) {
          values.add(converted(spec, spec.auxiliaryTypes()[0], part));
        }
      }
      spec.setValue(values);
    } else if (!texts.isEmpty()) {
      spec.setValue(converted(spec, spec.typeInfo().getType(), texts.get(texts.size() - 1)));
    }
  }

  /** An option without a value is true. */
  private Optional<Boolean> truth(OptionSpec spec, List<String> texts) {
    String text = texts.isEmpty() ? "true" : texts.get(texts.size() - 1);
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Optional.of(Boolean.valueOf(text));
    }
    CommandLineParsing.reportNotBoolean(spec, text, unreadable);
    return Optional.empty();
  }

  private static Object converted(OptionSpec spec, Class<?> type, String text) {
    Object value = Converters.convert(type, text);
    if (value instanceof OptionValue<?> converted) {
      converted.setOption(spec);
    }
    return value;
  }

  public GivenOptions given() {
    return given;
  }

  /** Reports what the parser could not understand, and invalid values and combinations. */
  public void check(OptionProblems problems) {
    given.problems().forEach(problems::add);
    unreadable.sentences().forEach(problems::add);
    CommandLineParsing.checkValues(target, given::gives, problems);
  }
}
