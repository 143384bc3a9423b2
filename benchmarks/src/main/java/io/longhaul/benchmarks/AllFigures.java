package io.longhaul.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.longhaul.cli.calibrate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of all benchmarks on one machine.
 *
 * @param commit commit of the source tree; with {@code -dirty} if it was changed
 * @param startedAt time of the start, ISO 8601 in UTC
 */
record AllFigures(
    String commit, String startedAt, Machine machine, List<MeasuredFigures.Document> benchmarks) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  static AllFigures read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), AllFigures.class);
  }

  void write(Path file) throws IOException {
    JSON.writeValue(file.toFile(), this);
  }

  /** Returns whether a benchmark with these arguments has been measured. */
  boolean contains(String benchmark, List<String> arguments) {
    return benchmarks.stream()
        .anyMatch(each -> each.benchmark().equals(benchmark) && each.arguments().equals(arguments));
  }

  /** Returns these figures and those of one more benchmark. */
  AllFigures with(MeasuredFigures.Document document) {
    List<MeasuredFigures.Document> all = new ArrayList<>(benchmarks);
    all.add(document);
    return new AllFigures(commit, startedAt, machine, all);
  }

  /**
   * Returns all figures by name: the command of the benchmark, a colon, and the figure's name in
   * it.
   */
  Map<String, MeasuredFigures.Figure> byName() {
    Map<String, MeasuredFigures.Figure> byName = new LinkedHashMap<>();
    for (MeasuredFigures.Document document : benchmarks) {
      String command =
          (document.benchmark() + " " + String.join(" ", document.arguments())).strip();
      document.figures().forEach(figure -> byName.put(command + ": " + figure.name(), figure));
    }
    return byName;
  }
}
