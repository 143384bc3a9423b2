package io.longhaul.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A value of the configuration that differs between two runs.
 *
 * @param path where it is, such as {@code load.profiling.concurrency}
 * @param before the value of the first run as JSON; empty if it has none
 * @param after the value of the other run as JSON; empty if it has none
 */
public record ConfigurationChange(String path, String before, String after) {
  /** Values that differ between any two runs: IDs, files, ports of exporters, views. */
  private static final Set<String> OF_ONE_RUN =
      Set.of("run_id", "artifacts", "gpu_telemetry.urls", "server_metrics.urls", "runtime");

  /** Returns the differences between two trees, ordered by path. */
  static List<ConfigurationChange> between(JsonNode before, JsonNode after) {
    return between(values(before), values(after));
  }

  /** Returns the differences between the {@link #values} of two trees, ordered by path. */
  static List<ConfigurationChange> between(Map<String, String> old, Map<String, String> changed) {
    Set<String> paths = new TreeSet<>(old.keySet());
    paths.addAll(changed.keySet());
    List<ConfigurationChange> changes = new ArrayList<>();
    for (String path : paths) {
      String one = old.getOrDefault(path, "");
      String other = changed.getOrDefault(path, "");
      if (!one.equals(other)) {
        changes.add(new ConfigurationChange(path, one, other));
      }
    }
    return changes;
  }

  /** Returns the values of a tree by path, without those that differ between any two runs. */
  static Map<String, String> values(JsonNode tree) {
    Map<String, String> values = new TreeMap<>();
    addValues("", tree, values);
    return values;
  }

  private static void addValues(String path, JsonNode tree, Map<String, String> values) {
    if (OF_ONE_RUN.contains(path)) {
      return;
    }
    String prefix = path.isEmpty() ? "" : path + ".";
    if (tree.isObject()) {
      tree.properties().forEach(each -> addValues(prefix + each.getKey(), each.getValue(), values));
    } else if (hasObjects(tree)) {
      for (int i = 0; i < tree.size(); i++) {
        JsonNode each = tree.path(i);
        String index = Integer.toString(i);
        // A name that stands alone is a value.
        String key = each.size() > 1 ? each.path("name").asText(index) : index;
        addValues(prefix + key, each, values);
      }
    } else if (!tree.isMissingNode() && !tree.isNull()) {
      values.put(path, tree.toString());
    }
  }

  private static boolean hasObjects(JsonNode tree) {
    return tree.isArray() && !tree.isEmpty() && tree.path(0).isObject();
  }

  /** Returns the first word of the path. */
  String area() {
    int end = path.indexOf('.');
    return end < 0 ? path : path.substring(0, end);
  }
}
