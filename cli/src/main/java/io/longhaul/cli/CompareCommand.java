package io.longhaul.cli;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.config.value.MetricNames;
import io.longhaul.control.ExitCode;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.compare.AiperfRun;
import io.longhaul.report.compare.ComparedRun;
import io.longhaul.report.compare.ComparisonJson;
import io.longhaul.report.compare.GuideLlmRun;
import io.longhaul.report.compare.InvalidResultsException;
import io.longhaul.report.compare.LakeRun;
import io.longhaul.report.compare.RunComparison;
import io.longhaul.report.compare.WorseCondition;
import io.longhaul.report.console.ComparisonText;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.html.ComparisonPage;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Compares finished runs and states which differences are real. */
@Command(
    name = "compare",
    description = {
      "Compares runs with the first one, the baseline, and states which differences are real.",
      "A difference is real if the variation within the runs cannot explain it. Also shows what",
      "differs in the configuration of the runs."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul compare artifacts/before artifacts/after",
      "longhaul compare artifacts/before artifacts/after --fail-if-worse 'ttft.p99>5%%'"
    })
final class CompareCommand implements Action {
  private static final int MOST_RUNS = 26;

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN RUN...",
      hideParamSyntax = true,
      description =
          "Folders of two or more runs of Longhaul, artifact folders of AIPerf, or result files of"
              + " GuideLLM (benchmarks.json). With --lake, the IDs of runs.")
  List<String> names = new ArrayList<>();

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      description = "Lake (folder of Parquet files) that contains all of the runs.")
  @Nullable Path lakeFolder;

  @Option(
      names = "--min-effect",
      description =
          "Smaller differences count as no difference, in percent of the baseline's value."
              + " Default: 2")
  OptionValue.@Nullable Percent minEffect;

  @Option(
      names = "--fail-if-worse",
      paramLabel = "CONDITION",
      description =
          "Exit with status 3 if a run is worse than the baseline by more than this and than the"
              + " margin of error, or if there is too little data: 'request_latency.p99>5%%',"
              + " 'ttft.avg>3%%', 'goodput>2%%'. For error_rate, the value is in percentage points."
              + " May be repeated.")
  List<String> failIfWorse = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the output: table, markdown, json, or html, a page with charts. Default: table")
  OptionValue.@Nullable Word<TableFormat> format;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, IOException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    List<WorseCondition> conditions = conditions(problems);
    List<Source> sources = sources(problems);
    OptionValue.of(format, TableFormat.TABLE).requireFile(terminal, problems);
    problems.throwIfAny();

    List<ComparedRun> runs = new ArrayList<>();
    try {
      for (Source source : sources) {
        runs.add(source.read());
      }
    } catch (InvalidResultsException e) {
      terminal.message(String.valueOf(e.getMessage()));
      return ExitCode.USAGE;
    }
    double minEffectPercent =
        OptionValue.of(minEffect)
            .map(Number::doubleValue)
            .orElse(RunComparison.DEFAULT_MIN_EFFECT_PERCENT);
    List<RunComparison> comparisons = RunComparison.of(runs, minEffectPercent);
    List<WorseCondition.Result> results = new ArrayList<>();
    for (RunComparison comparison : comparisons) {
      conditions.forEach(condition -> results.add(condition.of(comparison)));
    }
    comparisons.stream()
        .flatMap(comparison -> comparison.warnings().stream())
        .distinct()
        .forEach(terminal::warning);
    ComparisonText text = new ComparisonText(runs, comparisons, minEffectPercent);
    switch (OptionValue.of(format, TableFormat.TABLE)) {
      case TABLE -> terminal.out().print(text.console());
      case MARKDOWN -> terminal.out().print(text.markdown());
      case JSON -> {
        ComparisonJson json = new ComparisonJson(runs, comparisons, minEffectPercent, results);
        JsonDocument.write(terminal.out(), json::write);
        terminal.out().println();
      }
      case HTML ->
          terminal
              .out()
              .print(new ComparisonPage(runs, comparisons, minEffectPercent, results).text());
    }
    List<WorseCondition.Result> missed =
        results.stream().filter(WorseCondition.Result::missed).toList();
    missed.forEach(
        result ->
            terminal.message(
                "Fail condition true: " + result.condition().text() + " (" + result.text() + ")"));
    return missed.isEmpty() ? ExitCode.DONE : ExitCode.THRESHOLD_MISSED;
  }

  private List<WorseCondition> conditions(OptionProblems problems) {
    MetricNames metrics = new MetricNames(metric -> Optional.empty());
    List<WorseCondition> conditions = new ArrayList<>();
    for (String typed : failIfWorse) {
      try {
        conditions.add(WorseCondition.parse(typed, metrics));
      } catch (IllegalArgumentException e) {
        problems.invalid("--fail-if-worse", typed, String.valueOf(e.getMessage()));
      }
    }
    return conditions;
  }

  /** A run before it is read. */
  private interface Source {
    ComparedRun read() throws IOException;
  }

  private List<Source> sources(OptionProblems problems) throws IOException {
    if (names.size() < 2 || names.size() > MOST_RUNS) {
      problems.invalid(
          "number of runs", names.size(), "from 2 to " + MOST_RUNS + ", the baseline first");
    }
    List<Source> sources = new ArrayList<>();
    if (lakeFolder == null) {
      for (String name : names) {
        sourceIn(name, problems).ifPresent(sources::add);
      }
      return sources;
    }
    Lake lake = new Lake(lakeFolder.toAbsolutePath().normalize());
    List<String> stored = lake.runs();
    for (String name : names) {
      if (stored.contains(name)) {
        sources.add(() -> fromLake(name, lake, name, Optional.empty()));
      } else {
        problems.invalid(
            "run ID",
            name,
            stored.isEmpty()
                ? "there are no rows in " + lake.folder()
                : "one of " + String.join(", ", stored));
      }
    }
    return sources;
  }

  private static Optional<Source> sourceIn(String name, OptionProblems problems)
      throws IOException {
    ExportLayout layout = new ExportLayout(Path.of(name).toAbsolutePath().normalize());
    RunLake of = DeclaredRunJson.lakeOf(layout);
    List<String> stored = of.runs();
    if (!stored.isEmpty()) {
      String run = stored.get(stored.size() - 1);
      return Optional.of(() -> fromLake(name, of.lake(), run, DeclaredRunJson.read(layout, run)));
    }
    if (AiperfRun.isIn(layout.folder())) {
      return Optional.of(() -> AiperfRun.read(name, layout.folder()));
    }
    if (GuideLlmRun.isNamedBy(name)) {
      return Optional.of(() -> GuideLlmRun.read(name));
    }
    problems.invalid(
        "run",
        name,
        "the folder of a run of Longhaul, with its lake, or of AIPerf 0.13, or a benchmarks.json of"
            + " GuideLLM 0.8");
    return Optional.empty();
  }

  private static ComparedRun fromLake(
      String name, Lake lake, String run, Optional<DeclaredRun> declared) throws IOException {
    return LakeRun.read(
        name, lake, RunReport.read(lake, run, declared, RunReportOptions.of(lake, run, declared)));
  }
}
