package io.longhaul.cli;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.value.MetricNames;
import io.longhaul.control.ExitCode;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.compare.HistoryFigure;
import io.longhaul.report.compare.HistoryJson;
import io.longhaul.report.compare.HistorySeries;
import io.longhaul.report.compare.PastRun;
import io.longhaul.report.compare.RunComparison;
import io.longhaul.report.console.HistoryText;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.Threshold.Figure;
import io.longhaul.report.html.HistoryPage;
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

/** Shows how a figure developed over runs. */
@Command(
    name = "history",
    description = {
      "Shows how a figure developed over runs, and where its level changed.",
      "Runs of different configuration are separate series."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul history lake --metric time_to_first_token.p99",
      "longhaul history artifacts/nightly-* --metric output_token_throughput --format markdown"
    })
final class HistoryCommand implements Action {
  @Parameters(
      arity = "0..*",
      paramLabel = "FOLDER...",
      hideParamSyntax = true,
      description = "Lakes (folders of Parquet files) with any number of runs, or folders of runs.")
  List<String> names = new ArrayList<>();

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "The figure: time_to_first_token.p99, ttft.avg, goodput. The names are those of --fail-if"
              + " of profile.")
  @Nullable String metric;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "Only runs of this model. Default: all")
  @Nullable String model;

  @Option(
      names = "--min-effect",
      description = "Smallest change of the level to report, in percent. Default: 2")
  OptionValue.@Nullable Percent minEffect;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the output: table, markdown, json, or html, a page with charts. Default: table")
  OptionValue.@Nullable Word<TableFormat> format;

  /** A run before it is read. */
  private record Stored(String name, Lake lake, String runId, Optional<DeclaredRun> declared) {
    PastRun read(HistoryFigure figure) throws IOException {
      return PastRun.of(
          name,
          RunReport.read(lake, runId, declared, RunReportOptions.of(lake, runId, declared)),
          figure);
    }
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, IOException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    TableFormat chosen = OptionValue.of(format, TableFormat.TABLE);
    chosen.requireFile(terminal, problems);
    Optional<HistoryFigure> figure = figure(problems);
    List<Stored> stored = stored(problems);
    problems.throwIfAny();

    double minEffectPercent =
        OptionValue.of(minEffect)
            .map(Number::doubleValue)
            .orElse(RunComparison.DEFAULT_MIN_EFFECT_PERCENT);
    HistoryFigure of = figure.orElseThrow();
    List<PastRun> runs = new ArrayList<>();
    for (Stored each : stored) {
      try {
        runs.add(each.read(of));
      } catch (IOException e) {
        terminal.warning("%s is left out: %s".formatted(each.name(), e.getMessage()));
      }
    }
    List<HistorySeries> series = HistorySeries.of(ofModel(runs), of.effect(minEffectPercent));
    HistoryText text = new HistoryText(of, series, minEffectPercent);
    switch (chosen) {
      case TABLE -> terminal.out().print(text.console());
      case MARKDOWN -> terminal.out().print(text.markdown());
      case JSON -> {
        HistoryJson json = new HistoryJson(of, series, minEffectPercent);
        JsonDocument.write(terminal.out(), json::write);
        terminal.out().println();
      }
      case HTML -> terminal.out().print(new HistoryPage(text).text());
    }
    return ExitCode.DONE;
  }

  private Optional<HistoryFigure> figure(OptionProblems problems) {
    if (metric == null) {
      problems.invalid("--metric", "no value", "one, such as time_to_first_token.p99");
      return Optional.empty();
    }
    try {
      MetricNames names = new MetricNames(any -> Optional.empty());
      return Optional.of(new HistoryFigure(Figure.parse(metric, names)));
    } catch (IllegalArgumentException e) {
      problems.invalid("--metric", metric, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private List<Stored> stored(OptionProblems problems) throws IOException {
    if (names.isEmpty()) {
      problems.invalid("FOLDER", "no value", "at least one");
    }
    List<Stored> stored = new ArrayList<>();
    for (String name : names) {
      Path folder = Path.of(name).toAbsolutePath().normalize();
      Lake lake = new Lake(folder);
      List<String> runs = lake.runs();
      if (!runs.isEmpty()) {
        runs.forEach(run -> stored.add(new Stored(run, lake, run, Optional.empty())));
        continue;
      }
      ExportLayout layout = new ExportLayout(folder);
      RunLake ofRun = DeclaredRunJson.lakeOf(layout);
      List<String> inFolder = ofRun.runs();
      if (inFolder.isEmpty()) {
        problems.invalid(
            "FOLDER", name, "a lake, or the folder of a run of Longhaul, with its lake");
      }
      for (String run : inFolder) {
        stored.add(
            new Stored(
                inFolder.size() == 1 ? name : name + " " + run,
                ofRun.lake(),
                run,
                DeclaredRunJson.read(layout, run)));
      }
    }
    return stored;
  }

  private List<PastRun> ofModel(List<PastRun> runs) throws InvalidOptionsException {
    if (model == null) {
      return runs;
    }
    List<PastRun> ofModel = runs.stream().filter(run -> run.models().contains(model)).toList();
    if (ofModel.isEmpty()) {
      List<String> models =
          runs.stream().flatMap(run -> run.models().stream()).distinct().sorted().toList();
      OptionProblems problems = new OptionProblems();
      problems.invalid(
          "--model",
          model,
          models.isEmpty()
              ? "the runs do not name their models"
              : "one of " + String.join(", ", models));
      problems.throwIfAny();
    }
    return ofModel;
  }
}
