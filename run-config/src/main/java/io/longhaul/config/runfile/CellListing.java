package io.longhaul.config.runfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.longhaul.config.options.CommandLineText;
import io.longhaul.config.options.Sweep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Lists the cells of a sweep as AIPerf's {@code config expand} does: the same lines and the same
 * members, except that the command line of the cell replaces {@code benchmark}.
 *
 * @param only the index of the only cell to list, from 0; null for all cells
 * @param full whether to list the command line of each cell
 */
public record CellListing(List<Sweep.Cell> cells, @Nullable Integer only, boolean full) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Returns the listing for people: one line per cell. */
  public String text() {
    StringBuilder text = new StringBuilder();
    listed()
        .forEach(
            (index, cell) -> {
              String name = cell.name();
              text.append("[" + index + "] dir=" + name + "  label=" + cell.label() + "\n");
              if (full) {
                text.append("    " + command(cell) + "\n");
              }
            });
    return text.toString();
  }

  public String json() {
    try {
      return JSON.writeValueAsString(tree()) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cells are numbers and strings", e);
    }
  }

  public String yaml() {
    DumpSettings settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
    return new Dump(settings).dumpToString(tree());
  }

  private Map<Integer, Sweep.Cell> listed() {
    Map<Integer, Sweep.Cell> listed = new TreeMap<>();
    for (int i = 0; i < cells.size(); i++) {
      if (only == null || only == i) {
        listed.put(i, cells.get(i));
      }
    }
    return listed;
  }

  private Map<String, Object> tree() {
    return Map.of(
        "variations",
        listed().entrySet().stream().map(each -> tree(each.getKey(), each.getValue())).toList());
  }

  private Map<String, Object> tree(int index, Sweep.Cell cell) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("index", index);
    members.put("dir_name", cell.name());
    members.put("label", cell.label());
    members.put("values", cell.values());
    if (full) {
      members.put("command", command(cell));
    }
    return members;
  }

  private static String command(Sweep.Cell cell) {
    return CommandLineText.pasteable(CommandLineText.withoutSecrets(cell.words().words()));
  }
}
