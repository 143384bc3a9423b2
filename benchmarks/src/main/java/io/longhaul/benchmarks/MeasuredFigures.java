package io.longhaul.benchmarks;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of a benchmark, which it also writes to a file. */
final class MeasuredFigures {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final List<Figure> figures = new ArrayList<>();

  /** Which values of a figure are better. */
  enum Better {
    @JsonProperty("higher")
    HIGHER,
    @JsonProperty("lower")
    LOWER
  }

  /**
   * A figure.
   *
   * @param name name, unique in the benchmark
   * @param unit unit; {@code ratio} if it has none
   * @param rounds value of each round
   */
  @JsonIgnoreProperties(value = "median", allowGetters = true)
  record Figure(String name, String unit, Better better, List<Double> rounds) {
    @JsonProperty
    double median() {
      return SortedSample.median(rounds, Double::doubleValue);
    }
  }

  /** What a file contains. */
  record Document(String benchmark, List<String> arguments, List<Figure> figures) {}

  /**
   * Adds a figure and returns its median.
   *
   * @param value its value in a round
   */
  <T> double add(
      String name, String unit, Better better, List<T> rounds, ToDoubleFunction<T> value) {
    Figure figure =
        new Figure(name, unit, better, rounds.stream().map(value::applyAsDouble).toList());
    figures.add(figure);
    return figure.median();
  }

  /** Writes all figures to a file. */
  void write(String benchmark, List<String> arguments, Path file) throws IOException {
    JSON.writeValue(file.toFile(), new Document(benchmark, arguments, figures));
  }
}
