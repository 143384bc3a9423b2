package io.longhaul.cli.runfile;

import io.longhaul.cli.options.CommandLineArguments;
import io.longhaul.cli.options.InvalidOptionsException;
import io.longhaul.cli.options.OptionProblems;
import io.longhaul.cli.options.Sweep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run's YAML file, of AIPerf's form, together with what was typed beside it: one command line, in
 * which what was typed wins; or one for each cell, when the file sweeps.
 */
public final class RunFile {
  /** Names the file. */
  public static final String OPTION = "--config";

  private static final String SWEEP = "sweep";
  static final String VARIABLES = "variables";
  private static final String VERSION = "2.0";
  private static final Pattern ABOUT_OPTION =
      Pattern.compile("Invalid (?:option: )?(--[a-z-]+|-[a-zA-Z])(: .*| \\(.*)");

  /** What older files have without {@code benchmark} around it. */
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
  private final CommandLineArguments typed;
  private final OptionProblems problems = new OptionProblems();
  private final List<Sweep.Cell> cells = new ArrayList<>();

  /** Of the file, or of the cell that is read. */
  private FileArguments words;

  private boolean isRead;

  private RunFile(Path file, CommandLineArguments typed) {
    this.file = file;
    this.typed = typed;
    this.words = new FileArguments(typed);
  }

  /**
   * Reads a file; what is wrong with it is told by {@link #checked}.
   *
   * @param typed the command line, which names the file
   */
  public static RunFile read(
      Path file, CommandLineArguments typed, Map<String, String> environment) {
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
      words = new FileArguments(typed);
      Map<String, Object> filled = ResolvedTree.of(cell.tree(), environment, problems);
      understandOne(filled);
      if (tree.get(SWEEP) instanceof Map<?, ?> map) {
        howItIsSwept(new Section(SWEEP, map, problems));
      }
      cells.add(new Sweep.Cell(cell.name(), cell.label(), cell.values(), words()));
    }
    if (cells.stream().map(cell -> cell.words().words()).distinct().count() < cells.size()) {
      problems.invalid(SWEEP, "identical cells", "each with a different value");
    }
    if (cells.stream().map(Sweep.Cell::name).distinct().count() < cells.size()) {
      problems.invalid(SWEEP, "cells with the same name", "each with a different name");
    }
  }

  private void howItIsSwept(Section sweep) {
    words.say(sweep, "iterationOrder", "--parameter-sweep-mode");
    words.sayIfTrue(sweep, "sameSeed", "--parameter-sweep-same-seed");
    words.sayUnless("0", sweep, "cooldownSeconds", "--parameter-sweep-cooldown-seconds");
  }

  private void understandOne(Map<String, Object> tree) {
    Section root = new Section("", withBenchmark(tree), problems);
    root.value(VARIABLES);
    root.text("schemaVersion")
        .filter(version -> !version.equals(VERSION) && !version.equals("2"))
        .ifPresent(other -> problems.invalid("schemaVersion", other, VERSION));
    words.say(root, "randomSeed", "--random-seed");
    words.sayIfTrue(root, "noSweepTable", "--no-sweep-table");
    root.section("multiRun").ifPresent(this::severalRuns);
    root.value(SWEEP);
    root.refuse("plot", "plots are not supported");
    root.section("benchmark")
        .ifPresentOrElse(
            this::benchmark,
            () -> problems.invalid("benchmark", "none", "a run file needs a benchmark"));
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
    new EndpointPart(words, problems).read(benchmark);
    boolean fromFile = new DatasetPart(words, problems).read(benchmark);
    new PhasesPart(words, problems).read(benchmark, fromFile);
    new MeasurePart(words, problems).read(benchmark);
    benchmark.refuseRest();
  }

  private void severalRuns(Section runs) {
    words.sayUnless("1", runs, "numRuns", "--num-profile-runs");
    words.sayUnless("0", runs, "cooldownSeconds", "--profile-run-cooldown-seconds");
    words.sayUnless("0.95", runs, "confidenceLevel", "--confidence-level");
    words.sayIfFalse(runs, "setConsistentSeed", "--no-set-consistent-seed");
    words.sayIfTrue(runs, "varySeedPerTrial", "--vary-seed-per-trial");
    words.sayIfFalse(
        runs, "disableWarmupAfterFirst", "--no-profile-run-disable-warmup-after-first");
    runs.section("convergence")
        .ifPresent(
            convergence -> {
              words.say(convergence, "metric", "--convergence-metric");
              words.say(convergence, "stat", "--convergence-stat");
              words.say(convergence, "mode", "--convergence-mode");
              words.say(convergence, "threshold", "--convergence-threshold");
              convergence
                  .text("minRuns")
                  .filter(least -> !least.equals("2"))
                  .ifPresent(
                      least ->
                          problems.invalid(
                              convergence.pathOf("minRuns"), least, "2, as on the command line"));
              convergence.refuseRest();
            });
    runs.refuseRest();
  }

  /** The cells, if the file sweeps; their words are whole command lines. */
  public List<Sweep.Cell> cells() {
    return List.copyOf(cells);
  }

  /** The whole command line, secrets included; of a sweep that of its last cell. */
  public CommandLineArguments words() {
    return typed.without(OPTION).beginningWith(words.words());
  }

  /** What should be known though it is not wrong. */
  public List<String> notes() {
    return problems.notes();
  }

  /** What judges a command line. */
  @FunctionalInterface
  public interface Judge<T> {
    /**
     * Its result.
     *
     * @throws InvalidOptionsException when there is something wrong with it
     */
    T judge() throws InvalidOptionsException;
  }

  /**
   * What the options make of {@link #words}.
   *
   * @throws InvalidOptionsException with what is wrong with the file, and what is wrong with the
   *     options that it became, under the names that they have in the file
   */
  public <T> T checked(Judge<T> options) throws InvalidOptionsException {
    if (!isRead) {
      problems.throwIfAny();
    }
    Optional<T> judged = Optional.empty();
    try {
      judged = Optional.of(options.judge());
    } catch (InvalidOptionsException e) {
      e.problems().forEach(problem -> problems.add(inWordsOfFile(problem)));
    }
    problems.throwIfAny();
    return judged.orElseThrow();
  }

  private String inWordsOfFile(String problem) {
    Matcher about = ABOUT_OPTION.matcher(problem);
    if (!about.matches()) {
      return problem;
    }
    return Optional.ofNullable(words.paths().get(about.group(1)))
        .map(path -> "Invalid " + path + " in " + file.getFileName() + about.group(2))
        .orElse(problem);
  }
}
