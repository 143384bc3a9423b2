package io.longhaul.config.runfile;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.loader.ResourceNotFoundException;
import io.longhaul.config.binding.OptionProblems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates {@code {{ … }}} in the texts of a file with Jinja. Expressions can use the variables
 * and the other values of the file. They are limited in size and time, and cannot read anything
 * else.
 */
final class Expressions {
  private static final int MOST_CHARS = 1 << 20;
  private static final int MOST_LOOPS = 10_000;
  private static final int DEEPEST = 16;

  private static final JinjavaConfig SANDBOX =
      JinjavaConfig.newBuilder()
          .withDisabled(
              Map.of(Context.Library.TAG, Set.of("include", "import", "from", "extends", "block")))
          .withNestedInterpretationEnabled(false)
          .withFailOnUnknownTokens(true)
          .withMaxRenderDepth(DEEPEST)
          .withMaxOutputSize(MOST_CHARS)
          .withMaxStringLength(MOST_CHARS)
          .withMaxListSize(MOST_LOOPS)
          .withRangeLimit(MOST_LOOPS)
          .build();

  private final Jinjava jinja = new Jinjava(SANDBOX);
  private final Map<String, Object> known = new LinkedHashMap<>();
  private final OptionProblems problems;

  /**
   * Creates the expressions of a file.
   *
   * @param root the top-level mapping, with references to the environment replaced
   */
  Expressions(Map<String, Object> root, OptionProblems problems) {
    this.problems = problems;
    jinja.setResourceLocator(
        (name, encoding, interpreter) -> {
          throw new ResourceNotFoundException(name);
        });
    known.putAll(byName(root));
    if (root.get("benchmark") instanceof Map<?, ?> benchmark) {
      known.putAll(byName(benchmark));
    }
    if (root.get(RunFile.VARIABLES) instanceof Map<?, ?> variables) {
      resolve(byName(variables));
    }
  }

  static boolean isIn(String text) {
    return text.contains("{{") || text.contains("{%");
  }

  /** Returns the result of a text: a number or a boolean if it looks like one. */
  Object computed(String path, String text) {
    RenderResult result = jinja.renderForResult(text, known);
    for (TemplateError error : result.getErrors()) {
      // The message omits the text, which may contain API keys from the environment.
      problems.invalid(path, "an expression", nameOf(error));
      return "";
    }
    return Scalars.ofText(result.getOutput());
  }

  private static String nameOf(TemplateError error) {
    return switch (error.getReason()) {
      case UNKNOWN -> "it refers to " + error.getFieldName() + ", which the file does not have";
      case SYNTAX_ERROR -> "it is not valid Jinja";
      default -> "it cannot be evaluated";
    };
  }

  /** Variables may refer to each other, in any order. */
  private void resolve(Map<String, Object> variables) {
    known.putAll(variables);
    Map<String, Object> left = new LinkedHashMap<>(variables);
    left.values().removeIf(value -> !(value instanceof String text && isIn(text)));
    for (int round = variables.size(); round > 0 && !left.isEmpty(); round--) {
      known.keySet().removeAll(left.keySet());
      Map<String, Object> found = new LinkedHashMap<>();
      left.forEach(
          (name, text) -> {
            RenderResult result = jinja.renderForResult((String) text, known);
            if (result.getErrors().isEmpty()) {
              found.put(name, Scalars.ofText(result.getOutput()));
            }
          });
      known.putAll(found);
      left.keySet().removeAll(found.keySet());
    }
    left.keySet()
        .forEach(
            name ->
                problems.invalid(
                    RunFile.VARIABLES + "." + name,
                    "an expression",
                    "it refers to something that is not in the file, or to itself"));
  }

  /**
   * Converts lists of named entries to mappings, so that {@code phases.profiling.rate} is found.
   */
  private static Map<String, Object> byName(Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> named.put(String.valueOf(key), byName(value)));
    return named;
  }

  private static Object byName(Object value) {
    if (value instanceof Map<?, ?> map) {
      return byName(map);
    }
    if (!(value instanceof List<?> list)) {
      return value;
    }
    Map<String, Object> named = new LinkedHashMap<>();
    for (Object entry : list) {
      if (entry instanceof Map<?, ?> map && map.get("name") instanceof String name) {
        named.put(name, byName(map));
      }
    }
    return named.isEmpty() ? list : named;
  }
}
