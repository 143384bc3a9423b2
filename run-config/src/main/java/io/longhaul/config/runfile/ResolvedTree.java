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
    Map<String, Object> root = mapped("", read, 0, references::filledIn, problems);
    return mapped("", root, 0, new ResolvedTree(root, problems)::computed, problems);
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

  private static Map<String, Object> mapped(
      String path,
      Map<?, ?> map,
      int depth,
      BiFunction<String, String, Object> text,
      OptionProblems problems) {
    Map<String, Object> mapped = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String)) {
            problems.invalid(path.isEmpty() ? "file" : path, "a key " + key, "keys are strings");
          }
          String below = path.isEmpty() ? String.valueOf(key) : path + "." + key;
          mapped.put(String.valueOf(key), mapped(below, value, depth + 1, text, problems));
        });
    return mapped;
  }

  private static @Nullable Object mapped(
      String path,
      @Nullable Object value,
      int depth,
      BiFunction<String, String, Object> text,
      OptionProblems problems) {
    if (depth > DEEPEST) {
      problems.invalid(path.split("[.\\[]", 2)[0], "a value", "less deeply nested");
      return "";
    }
    if (value instanceof Map<?, ?> map) {
      return mapped(path, map, depth, text, problems);
    }
    if (value instanceof List<?> list) {
      List<Object> mapped = new ArrayList<>();
      for (Object entry : list) {
        mapped.add(mapped(path + "[" + mapped.size() + "]", entry, depth + 1, text, problems));
      }
      return mapped;
    }
    return value instanceof String written ? text.apply(path, written) : value;
  }
}
