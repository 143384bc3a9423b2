package io.longhaul.cli.runfile;

import io.longhaul.cli.options.InvalidOptionsException;
import io.longhaul.cli.options.OptionProblems;
import io.longhaul.cli.options.RunWords;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run's YAML file, of AIPerf's form, together with what was typed beside it: one command line, in
 * which what was typed wins.
 */
public final class RunFile {
  /** Names the file. */
  public static final String OPTION = "--config";

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
  private final RunWords typed;
  private final FileWords words;
  private final OptionProblems problems = new OptionProblems();
  private boolean isRead;

  private RunFile(Path file, RunWords typed) {
    this.file = file;
    this.typed = typed;
    this.words = new FileWords(typed);
  }

  /**
   * Reads a file; what is wrong with it is told by {@link #checked}.
   *
   * @param typed the command line, which names the file
   */
  public static RunFile read(Path file, RunWords typed, Map<String, String> environment) {
    RunFile read = new RunFile(file, typed);
    YamlTree.read(file, read.problems)
        .ifPresent(tree -> read.understand(FilledTree.of(tree, environment, read.problems)));
    return read;
  }

  private void understand(Map<String, Object> tree) {
    isRead = true;
    Section root = new Section("", withBenchmark(tree), problems);
    root.value(VARIABLES);
    root.text("schemaVersion")
        .filter(version -> !version.equals(VERSION) && !version.equals("2"))
        .ifPresent(other -> problems.invalid("schemaVersion", other, VERSION));
    words.say(root, "randomSeed", "--random-seed");
    words.sayIfTrue(root, "noSweepTable", "--no-sweep-table");
    root.section("multiRun").ifPresent(this::severalRuns);
    root.refuse("sweep", "sweeps of a file come later; give lists on the command line");
    root.refuse("plot", "no plots are drawn here");
    root.section("benchmark")
        .ifPresentOrElse(
            this::benchmark,
            () -> problems.invalid("benchmark", "none", "a file says what is measured"));
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
            + " has keys at the top that belong under benchmark: "
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

  /** The whole command line, secrets included. */
  public RunWords words() {
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
