package io.longhaul.config.runfile;

import io.longhaul.config.binding.OptionProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values of a file by paths in AIPerf's form: {@code phases.profiling.rate} and
 * {@code datasets.main.prompts.isl} are relative to {@code benchmark}, and find phases and datasets
 * by name in every notation; {@code variables.x} is relative to the top level. Trees are changed in
 * place.
 */
final class YamlPaths {
  private static final String BENCHMARK = "benchmark";
  private static final String PROFILING = "profiling";

  /** Single words that are short for a field of the profiling phase. */
  private static final List<String> SHORT =
      List.of(
          "concurrency",
          "prefill_concurrency",
          "rate",
          "requests",
          "duration",
          "sessions",
          "users",
          "smoothness",
          "grace_period",
          "concurrency_ramp",
          "prefill_ramp",
          "rate_ramp",
          "rate_series");

  private YamlPaths() {}

  /**
   * Returns a deep copy, up to the maximum depth; deeper trees are rejected when values are
   * resolved.
   */
  static Map<String, Object> copy(Map<?, ?> tree) {
    return copy(tree, 0);
  }

  private static Map<String, Object> copy(Map<?, ?> tree, int depth) {
    Map<String, Object> copy = new LinkedHashMap<>();
    tree.forEach((key, value) -> copy.put(String.valueOf(key), copyOf(value, depth + 1)));
    return copy;
  }

  private static @Nullable Object copyOf(@Nullable Object value, int depth) {
    if (depth > ResolvedTree.DEEPEST + 1) {
      return "";
    }
    if (value instanceof Map<?, ?> map) {
      return copy(map, depth);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(entry -> copy.add(copyOf(entry, depth + 1)));
      return copy;
    }
    return value;
  }

  /** Returns a path without its optional parts. */
  static String whole(String path) {
    return SHORT.contains(path) ? "phases." + PROFILING + "." + path : path;
  }

  /** Returns the phases by name, in every notation. */
  static Map<String, Map<String, Object>> phases(Map<String, Object> tree) {
    Map<String, Object> body = body(tree);
    Map<String, Map<String, Object>> phases = new LinkedHashMap<>();
    for (String key : new String[] {"warmup", PROFILING}) {
      section(body, key).ifPresent(phase -> phases.put(key, phase));
    }
    phases.putAll(named(body, "phases", PROFILING));
    return phases;
  }

  /** Sets the value at a path. */
  static void set(Map<String, Object> tree, String path, Object value, OptionProblems problems) {
    String[] parts = path.split("\\.", -1);
    Optional<Map<String, Object>> root = Optional.of(tree);
    int done = 0;
    if (parts.length > 2 && parts[0].equals("phases")) {
      root = phase(tree, parts[1]);
      done = 2;
    } else if (parts.length > 2 && parts[0].equals("datasets")) {
      Map<String, Map<String, Object>> datasets = named(body(tree), "datasets", "");
      section(body(tree), "dataset").ifPresent(only -> datasets.put(parts[1], only));
      root = Optional.ofNullable(datasets.get(parts[1]));
      done = 2;
    } else if (!parts[0].equals(RunFile.VARIABLES)) {
      root = Optional.of(body(tree));
    }
    while (root.isPresent() && done < parts.length - 1) {
      root = descend(root.get(), parts[done]);
      done++;
    }
    if (root.isPresent()) {
      root.get().put(keyOf(root.get(), parts[done]), value);
    } else {
      problems.invalid("sweep", path, "a path of this file, such as phases.profiling.concurrency");
    }
  }

  /** Finds a phase by name, or else the only profiling phase. */
  private static Optional<Map<String, Object>> phase(Map<String, Object> tree, String name) {
    Map<String, Map<String, Object>> phases = phases(tree);
    if (phases.containsKey(name) || !name.equals(PROFILING)) {
      return Optional.ofNullable(phases.get(name));
    }
    List<Map<String, Object>> measured =
        phases.entrySet().stream()
            .filter(phase -> !phase.getKey().equals("warmup"))
            .map(Map.Entry::getValue)
            .filter(phase -> PROFILING.equals(phase.getOrDefault("kind", PROFILING)))
            .toList();
    return measured.size() == 1 ? Optional.of(measured.get(0)) : Optional.empty();
  }

  private static Map<String, Object> body(Map<String, Object> tree) {
    return section(tree, BENCHMARK).orElse(tree);
  }

  /** Returns the entries of a list by name; a value that is not a list has the default name. */
  private static Map<String, Map<String, Object>> named(
      Map<String, Object> body, String key, String usual) {
    Map<String, Map<String, Object>> named = new LinkedHashMap<>();
    Object written = body.get(key);
    if (written instanceof List<?> list) {
      list.forEach(
          entry -> asMap(entry).ifPresent(map -> named.put(String.valueOf(map.get("name")), map)));
    } else {
      asMap(written).ifPresent(map -> named.put(usual, map));
    }
    return named;
  }

  private static Optional<Map<String, Object>> section(Map<String, Object> map, String key) {
    return asMap(map.get(keyOf(map, key)));
  }

  private static Optional<Map<String, Object>> descend(Map<String, Object> map, String part) {
    String key = keyOf(map, part);
    map.putIfAbsent(key, new LinkedHashMap<String, Object>());
    return asMap(map.get(key));
  }

  /** Returns the key as written in the map, in camel case or with underscores. */
  private static String keyOf(Map<String, Object> map, String part) {
    return map.keySet().stream()
        .filter(key -> Section.camelCase(key).equals(Section.camelCase(part)))
        .findFirst()
        .orElse(part);
  }

  @SuppressWarnings("unchecked") // Copies have texts as keys.
  private static Optional<Map<String, Object>> asMap(@Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? Optional.of((Map<String, Object>) map)
        : Optional.empty();
  }

  /** Merges one tree into another: maps by key, and lists of named entries by name. */
  static void merge(Map<String, Object> tree, Map<String, Object> overlay) {
    overlay.forEach(
        (written, value) -> {
          String key = keyOf(tree, written);
          Object below = tree.get(key);
          Optional<Map<String, Object>> section = asMap(below);
          Optional<Map<String, Object>> over = asMap(value);
          if (section.isPresent() && over.isPresent()) {
            merge(section.get(), over.get());
            return;
          }
          Optional<List<Object>> entries = namedEntries(below);
          Optional<List<Object>> more = namedEntries(value);
          if (entries.isPresent() && more.isPresent()) {
            mergeNamed(entries.get(), more.get());
          } else {
            tree.put(key, copyOf(value, 0));
          }
        });
  }

  /** Returns a list of maps that all have names; empty for any other value. */
  @SuppressWarnings("unchecked") // Copies have lists of their own.
  private static Optional<List<Object>> namedEntries(@Nullable Object value) {
    if (value instanceof List<?> list
        && !list.isEmpty()
        && list.stream()
            .allMatch(entry -> entry instanceof Map<?, ?> map && map.get("name") != null)) {
      return Optional.of((List<Object>) list);
    }
    return Optional.empty();
  }

  private static void mergeNamed(List<Object> list, List<Object> over) {
    for (Object entry : over) {
      Map<String, Object> map = asMap(entry).orElseThrow();
      list.stream()
          .flatMap(each -> asMap(each).stream())
          .filter(each -> Objects.equals(map.get("name"), each.get("name")))
          .findFirst()
          .ifPresentOrElse(same -> merge(same, map), () -> list.add(copyOf(map, 0)));
    }
  }

  /** Returns all scalar values of a tree by path. */
  static void leaves(String path, @Nullable Object tree, Map<String, Object> leaves) {
    String below = path.isEmpty() ? "" : path + ".";
    if (tree instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (!key.equals("name")) {
              leaves(path.equals(BENCHMARK) ? String.valueOf(key) : below + key, value, leaves);
            }
          });
    } else if (tree instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        Object entry = list.get(i);
        boolean named = entry instanceof Map<?, ?> map && map.get("name") != null;
        leaves(below + (named ? ((Map<?, ?>) entry).get("name") : i), entry, leaves);
      }
    } else if (tree != null) {
      leaves.put(path, parameter(tree));
    }
  }

  /** Returns a scalar value in the form used in documents. */
  static Object parameter(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    return value instanceof Double || value instanceof Boolean ? value : String.valueOf(value);
  }
}
