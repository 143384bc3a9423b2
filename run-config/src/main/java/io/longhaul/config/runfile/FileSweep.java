package io.longhaul.config.runfile;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.options.Sweep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Expands the {@code sweep} of a file, or the lists of values in its phases, to cells. Each cell is
 * a complete file without lists. Names and order are those of AIPerf.
 */
record FileSweep(Map<String, Object> tree, OptionProblems problems) {
  /** Fields of phases that may contain a list of numbers without a {@code sweep}. */
  private static final List<String> LISTED =
      List.of(
          "concurrency", "prefillConcurrency", "rate", "requests", "duration", "sessions", "users");

  /** Paths, in camel case, whose values may be secrets. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(benchmark\\.)?endpoint\\.(apiKey|headers)(\\..*)?", Pattern.CASE_INSENSITIVE);

  private static final String SAME_IN_ALL =
      "the same in all cells, because swept values are written into files and names";

  /**
   * One cell.
   *
   * @param name the name of its folder
   * @param label its label in AIPerf's files
   * @param values the swept values by their paths in the file
   * @param tree the complete file
   */
  record Cell(String name, String label, Map<String, Object> values, Map<String, Object> tree) {}

  /**
   * Expands a file to its cells.
   *
   * @param read the file, which is not changed
   * @return the cells, or an empty list if nothing is swept
   */
  static List<Cell> of(Map<?, ?> read, OptionProblems problems) {
    Map<String, Object> tree = YamlPaths.copy(read);
    Object sweep = tree.remove("sweep");
    FileSweep file = new FileSweep(tree, problems);
    if (sweep == null) {
      Map<String, List<Object>> lists = new LinkedHashMap<>();
      YamlPaths.phases(tree).forEach((name, phase) -> file.listsOf(name, phase, lists));
      return lists.isEmpty() ? List.of() : file.cells(Sweep.grid(lists, "cells", problems));
    }
    if (!(sweep instanceof Map<?, ?> map)) {
      problems.invalid("sweep", Scalars.kindOf(sweep), "a mapping");
      return List.of();
    }
    return file.of(new Section("sweep", map, problems));
  }

  private void listsOf(String name, Map<String, Object> phase, Map<String, List<Object>> lists) {
    phase.forEach(
        (key, value) -> {
          if (value instanceof List<?> list
              && LISTED.contains(Section.camelCase(key))
              && list.stream()
                  .map(entry -> number(key, entry))
                  .allMatch(Number.class::isInstance)) {
            String field = key.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
            lists.put("phases." + name + "." + field, numbers(key, list));
          }
        });
  }

  private List<Cell> of(Section sweep) {
    String type = sweep.text("type").orElse("grid").toLowerCase(Locale.ROOT);
    for (String known : new String[] {"iterationOrder", "sameSeed", "cooldownSeconds"}) {
      sweep.value(known);
    }
    sweep.refuse("slaFilters", "use --fail-if to check cells");
    sweep.refuse("postProcess", "post-processing of cells is not supported");
    List<Cell> cells =
        switch (type) {
          case "grid" -> cells(Sweep.grid(parameters(sweep), "cells", problems));
          case "zip" -> cells(zipped(parameters(sweep)));
          case "scenarios" -> scenarios(sweep);
          default -> {
            problems.invalid(
                sweep.pathOf("type"), type, "grid, zip or scenarios; searches are not supported");
            yield List.of();
          }
        };
    sweep.refuseRest();
    return cells;
  }

  /** Returns the lists by path, in the order of the paths. */
  private Map<String, List<Object>> parameters(Section sweep) {
    Map<String, List<Object>> parameters = new TreeMap<>();
    Object written = sweep.value("parameters").orElse(Map.of());
    if (written instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach(
          (path, values) -> {
            if (isSecret(String.valueOf(path))) {
              problems.invalid("sweep.parameters", String.valueOf(path), SAME_IN_ALL);
            } else if (values instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(Scalars::isScalar)) {
              parameters.put(
                  YamlPaths.whole(String.valueOf(path)), numbers(String.valueOf(path), list));
            } else {
              problems.invalid(
                  "sweep.parameters." + path, Scalars.kindOf(values), "a list of single values");
            }
          });
    } else {
      problems.invalid("sweep.parameters", "no value", "paths, each with a list of values");
    }
    return parameters;
  }

  private static List<Object> numbers(String path, List<?> list) {
    return list.stream().map(entry -> number(path, entry)).toList();
  }

  /** Converts durations and rates with units to plain numbers for names and documents. */
  private static Object number(String path, Object value) {
    if (!(value instanceof String text)) {
      return value;
    }
    Optional<String> plain =
        switch (Section.camelCase(path.substring(path.lastIndexOf('.') + 1))) {
          case "rate" -> Quantities.plainRate(text);
          case "duration", "gracePeriod", "concurrencyRamp", "prefillRamp", "rateRamp" ->
              Quantities.plainSeconds(text);
          default -> Optional.empty();
        };
    return plain.map(Scalars::ofText).orElse(value);
  }

  private List<Map<String, Object>> zipped(Map<String, List<Object>> lists) {
    int size = lists.values().stream().mapToInt(List::size).findFirst().orElse(0);
    if (lists.values().stream().anyMatch(list -> list.size() != size)) {
      problems.invalid("sweep.parameters", "lists of different lengths", "equal lengths, with zip");
      return List.of();
    }
    return Sweep.zipped(lists, size);
  }

  private List<Cell> cells(List<Map<String, Object>> points) {
    List<Cell> cells = new ArrayList<>();
    for (Map<String, Object> point : points) {
      Map<String, Object> ofCell = YamlPaths.copy(tree);
      Map<String, Object> values = new LinkedHashMap<>();
      point.forEach(
          (path, value) -> {
            YamlPaths.set(ofCell, path, value, problems);
            values.put(path, YamlPaths.parameter(value));
          });
      cells.add(new Cell(folderName(Sweep.nameOf(values)), Sweep.labelOf(values), values, ofCell));
    }
    return cells;
  }

  private List<Cell> scenarios(Section sweep) {
    List<Cell> cells = new ArrayList<>();
    List<Section> runs = sweep.sections("runs");
    if (runs.isEmpty()) {
      problems.invalid("sweep.runs", "no value", "a list of name and benchmark");
    }
    for (Section run : runs) {
      String name = run.text("name").orElse("scenario_" + cells.size());
      Map<String, Object> overlay = new LinkedHashMap<>();
      for (String part : new String[] {"benchmark", RunFile.VARIABLES}) {
        run.map(part).ifPresent(map -> overlay.put(part, YamlPaths.copy(map)));
      }
      Map<String, Object> values = new LinkedHashMap<>();
      YamlPaths.leaves("", run.value("values").orElse(overlay), values);
      values.keySet().stream()
          .filter(FileSweep::isSecret)
          .forEach(path -> problems.invalid(run.path(), path, SAME_IN_ALL));
      run.refuseRest();
      Map<String, Object> ofCell = YamlPaths.copy(tree);
      YamlPaths.merge(ofCell, overlay);
      cells.add(new Cell(folderName(name), name, values, ofCell));
    }
    return cells;
  }

  private static boolean isSecret(String path) {
    return SECRET.matcher(Section.camelCase(path)).matches();
  }

  private static String folderName(String name) {
    return name.replaceAll("[/\\\\<>:\"|?*\\p{Cntrl}]|\\.\\.", "");
  }
}
