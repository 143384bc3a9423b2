package io.longhaul.config.runfile;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.Sweep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run file in AIPerf's YAML format, combined with the options on the command line, which take
 * precedence. The result is the options of one run, or of each cell if the file defines a sweep.
 */
public final class RunFile {
  /** The option that names the file. */
  public static final String OPTION = "--config";

  private static final String SWEEP = "sweep";
  static final String VARIABLES = "variables";
  private static final String VERSION = "2.0";

  /** Keys that older files have at the top level instead of in {@code benchmark}. */
  private static final List<String> BODY =
      List.of(
          "models",
          "model",
          "endpoint",
          "datasets",
          "dataset",
          "phases",
          "warmup",
          "profiling",
          "artifacts",
          "slos",
          "tokenizer",
          "gpuTelemetry",
          "serverMetrics",
          "networkLatency",
          "otel",
          "mlflow",
          "wandb",
          "runtime",
          "logging",
          "metrics",
          "accuracy",
          "scenario",
          "unsafeOverride");

  private final Path file;
  private final GivenOptions typed;
  private final OptionProblems problems = new OptionProblems();
  private final List<Sweep.Cell> cells = new ArrayList<>();

  /** Options from the file, or from the cell that is being read. */
  private FileValues values;

  private boolean isRead;

  private RunFile(Path file, GivenOptions typed) {
    this.file = file;
    this.typed = typed;
    this.values = new FileValues(typed, file, problems);
  }

  /**
   * Reads a file. {@link #checked} reports its problems.
   *
   * @param typed the command line, which names the file
   */
  public static RunFile read(Path file, GivenOptions typed, Map<String, String> environment) {
    RunFile read = new RunFile(file, typed);
    YamlTree.read(file, read.problems).ifPresent(tree -> read.understand(tree, environment));
    return read;
  }

  private void understand(Map<?, ?> tree, Map<String, String> environment) {
    isRead = true;
    List<FileSweep.Cell> swept = FileSweep.of(tree, problems);
    if (swept.isEmpty()) {
      understandOne(ResolvedTree.of(tree, environment, problems));
      return;
    }
    for (FileSweep.Cell cell : swept) {
      values = new FileValues(typed, file, problems);
      Map<String, Object> filled = ResolvedTree.of(cell.tree(), environment, problems);
      understandOne(filled);
      if (tree.get(SWEEP) instanceof Map<?, ?> map) {
        values.addAll(new Section(SWEEP, map, problems), SWEEP);
      }
      cells.add(new Sweep.Cell(cell.name(), cell.label(), cell.values(), options()));
    }
    if (cells.stream().map(cell -> cell.options().words()).distinct().count() < cells.size()) {
      problems.invalid(SWEEP, "identical cells", "each with a different value");
    }
    if (cells.stream().map(Sweep.Cell::name).distinct().count() < cells.size()) {
      problems.invalid(SWEEP, "cells with the same name", "each with a different name");
    }
  }

  private void understandOne(Map<String, Object> tree) {
    Section root = new Section("", withBenchmark(tree), problems);
    root.value(VARIABLES);
    root.text("schemaVersion")
        .filter(version -> !version.equals(VERSION) && !version.equals("2"))
        .ifPresent(other -> problems.invalid("schemaVersion", other, VERSION));
    values.addAll(root, "root");
    root.read("multiRun", this::severalRuns);
    root.value(SWEEP);
    root.refuse("plot", "its plots cannot be chosen: artifacts.autoPlot draws all of them");
    root.section("benchmark")
        .ifPresentOrElse(
            this::benchmark,
            () -> problems.invalid("benchmark", "no value", "a run file needs one"));
    root.refuseRest();
  }

  private Map<String, Object> withBenchmark(Map<String, Object> tree) {
    Map<String, Object> whole = new LinkedHashMap<>(tree);
    Map<String, Object> body = new LinkedHashMap<>();
    tree.forEach(
        (key, value) -> {
          if (BODY.contains(Section.camelCase(key))) {
            whole.remove(key);
            body.put(key, value);
          }
        });
    if (body.isEmpty()) {
      return whole;
    }
    problems.note(
        file
            + " has keys at the top level that belong under benchmark: "
            + String.join(", ", body.keySet()));
    if (whole.get("benchmark") instanceof Map<?, ?> benchmark) {
      benchmark.forEach((key, value) -> body.put(String.valueOf(key), value));
    }
    whole.put("benchmark", body);
    return whole;
  }

  private void benchmark(Section benchmark) {
    new EndpointPart(values).read(benchmark);
    boolean fromFile = new DatasetPart(values).read(benchmark);
    new PhasesPart(values).read(benchmark, fromFile);
    new MeasurePart(values).read(benchmark);
    benchmark.refuseRest();
  }

  private void severalRuns(Section runs) {
    values.addAll(runs, "multiRun");
    runs.read("convergence", this::convergence);
  }

  private void convergence(Section convergence) {
    values.addAll(convergence, "multiRun.convergence");
    convergence
        .text("minRuns")
        .filter(least -> !least.equals("2"))
        .ifPresent(least -> convergence.invalid("minRuns", least, "2, as on the command line"));
  }

  /** Returns the cells of a sweep, each with all of its options. */
  public List<Sweep.Cell> cells() {
    return List.copyOf(cells);
  }

  /** Returns all options of the run; for a sweep, those of the last cell. */
  public GivenOptions options() {
    return GivenOptions.of(typed.command(), values.options()).followedBy(typed.without(OPTION));
  }

  /** Returns notes about valid values. */
  public List<String> notes() {
    return problems.notes();
  }

  /** Validates options. */
  @FunctionalInterface
  public interface Reader<T> {
    /**
     * Returns the settings.
     *
     * @throws InvalidOptionsException if options are invalid
     */
    T read() throws InvalidOptionsException;
  }

  /**
   * Returns the settings of {@link #options}.
   *
   * @throws InvalidOptionsException with the problems of the file and of its options
   */
  public <T> T checked(Reader<T> options) throws InvalidOptionsException {
    if (!isRead) {
      problems.throwIfAny();
    }
    Optional<T> settings = Optional.empty();
    try {
      settings = Optional.of(options.read());
    } catch (InvalidOptionsException e) {
      e.problems().forEach(problems::add);
    }
    problems.throwIfAny();
    return settings.orElseThrow();
  }
}
