package io.longhaul.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of a GenAI-Perf sweep, read from its CSV file. */
public final class SweepTable {
  private SweepTable() {}

  /**
   * Returns the tables and the path of the file, ending with a line break.
   *
   * @throws IOException if the file cannot be read
   */
  public static String of(Path csv) throws IOException {
    StringBuilder text = new StringBuilder();
    List<List<String>> block = new ArrayList<>();
    for (String line : Files.readAllLines(csv)) {
      if (line.isEmpty()) {
        text.append(table(block));
        block.clear();
      } else {
        block.add(Arrays.asList(line.split(",", -1)));
      }
    }
    return text.append(table(block)).append("\nFiles\n  ").append(csv).append('\n').toString();
  }

  private static String table(List<List<String>> block) {
    TextTable table = new TextTable(block.get(0));
    block.subList(1, block.size()).forEach(table::add);
    return "\n" + table.text();
  }
}
