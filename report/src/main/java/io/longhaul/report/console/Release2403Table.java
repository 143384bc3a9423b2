package io.longhaul.report.console;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The console table of GenAI-Perf 24.03, from the CSV file in that release's format. */
final class Release2403Table {
  private static final String TITLE = "PA LLM Metrics";
  private static final List<String> SHOWN =
      List.of("Statistic", "avg", "min", "max", "p99", "p90", "p75");

  private Release2403Table() {}

  /**
   * Returns the table and two lines below it, ending with a line break.
   *
   * @throws IOException if the file cannot be read
   */
  static String of(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    List<String> columns = Arrays.asList(lines.get(0).split(",", -1));
    BoxTable table = new BoxTable(TITLE, SHOWN.stream().map(BoxTable.Column::right).toList());
    StringBuilder below = new StringBuilder();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = List.of(line.split(",", -1));
      String name = nameOf(cells.get(0));
      if (cells.size() < columns.size()) {
        below.append(name).append(": ").append(cells.get(1)).append('\n');
      } else {
        List<String> row = new ArrayList<>(List.of(name));
        SHOWN.stream()
            .skip(1)
            .map(shown -> cells.get(columns.indexOf(shown)))
            .forEach(digits -> row.add(String.format(Locale.ROOT, "%,d", new BigInteger(digits))));
        table.add(row);
      }
    }
    return table.text().replaceFirst(" +\n", "\n") + below;
  }

  /** Converts {@code request_latency(ns)} to {@code Request latency (ns)}. */
  private static String nameOf(String column) {
    String words = column.replace('_', ' ').replace("(", " (");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
