package io.longhaul.config.runfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.longhaul.config.options.CommandLineText;
import io.longhaul.config.options.Sweep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    for (Map<String, Object> cell : variations()) {
      text.append("[%s] dir=%s".formatted(cell.get("index"), cell.get("dir_name")));
      text.append("  label=" + cell.get("label") + "\n");
      if (full) {
        text.append("    " + cell.get("command") + "\n");
      }
    }
    return text.toString();
  }

  public String json() {
    try {
      return JSON.writeValueAsString(Map.of("variations", variations())) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cells are numbers and strings", e);
    }
  }

  public String yaml() {
    DumpSettings settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
    return new Dump(settings).dumpToString(Map.of("variations", variations()));
  }

  /** Returns the members of each cell, in the order and with the names of AIPerf. */
  private List<Map<String, Object>> variations() {
    List<Map<String, Object>> variations = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (only == null || only == i) {
        Sweep.Cell cell = cells.get(i);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("index", i);
        members.put("dir_name", cell.name());
        members.put("label", cell.label());
        members.put("values", cell.values());
        if (full) {
          List<String> words = CommandLineText.withoutSecrets(cell.options().words());
          members.put("command", CommandLineText.pasteable(words));
        }
        variations.add(members);
      }
    }
    return variations;
  }
}
