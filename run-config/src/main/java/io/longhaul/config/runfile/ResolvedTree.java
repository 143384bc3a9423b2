package io.longhaul.config.runfile;

import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The values of a file, with references to the environment replaced and expressions evaluated. */
final class ResolvedTree {
  /** Templates of request bodies are Jinja, too, but are rendered later. */
  private static final Set<String> NOT_COMPUTED = Set.of("template", "body", "payload_template");

  static final int DEEPEST = 64;

  private final Map<String, Object> root;
  private final OptionProblems problems;
  private @Nullable Expressions expressions;

  private ResolvedTree(Map<String, Object> root, OptionProblems problems) {
    this.root = root;
    this.problems = problems;
  }

  static Map<String, Object> of(
      Map<?, ?> read, Map<String, String> environment, OptionProblems problems) {
    EnvironmentReferences references = new EnvironmentReferences(environment, problems);
    Map<String, Object> root = new Pass(references::filledIn, problems).mapped("", read, 0);
    return new Pass(new ResolvedTree(root, problems)::computed, problems).mapped("", root, 0);
  }

  /** Evaluates a text. The evaluator is created when first needed: few files have expressions. */
  private Object computed(String path, String text) {
    if (!Expressions.isIn(text)
        || path.startsWith(RunFile.VARIABLES + ".")
        || NOT_COMPUTED.contains(path.substring(path.lastIndexOf('.') + 1))) {
      return text;
    }
    if (expressions == null) {
      expressions = new Expressions(root, problems);
    }
    return expressions.computed(path, text);
  }

  /**
   * A copy of a tree with other texts.
   *
   * @param text returns the value of a text by its path
   */
  private record Pass(BiFunction<String, String, Object> text, OptionProblems problems) {
    Map<String, Object> mapped(String path, Map<?, ?> map, int depth) {
      Map<String, Object> mapped = new LinkedHashMap<>();
      map.forEach(
          (key, value) -> {
            if (!(key instanceof String)) {
              problems.invalid(path.isEmpty() ? "file" : path, "a key " + key, "keys are strings");
            }
            String below = path.isEmpty() ? String.valueOf(key) : path + "." + key;
            mapped.put(String.valueOf(key), mapped(below, value, depth + 1));
          });
      return mapped;
    }

    private @Nullable Object mapped(String path, @Nullable Object value, int depth) {
      if (depth > DEEPEST) {
        problems.invalid(path.split("[.\\[]", 2)[0], "a value", "less deeply nested");
        return "";
      }
      if (value instanceof Map<?, ?> map) {
        return mapped(path, map, depth);
      }
      if (value instanceof List<?> list) {
        List<Object> mapped = new ArrayList<>();
        for (Object entry : list) {
          mapped.add(mapped(path + "[" + mapped.size() + "]", entry, depth + 1));
        }
        return mapped;
      }
      return value instanceof String written ? text.apply(path, written) : value;
    }
  }
}
