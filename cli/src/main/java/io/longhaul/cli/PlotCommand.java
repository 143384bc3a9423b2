package io.longhaul.cli;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.report.plot.AiperfPlots;
import io.longhaul.report.plot.LakePlots;
import io.longhaul.report.plot.Plots;
import io.longhaul.report.plot.RunFigures;
import io.longhaul.report.plot.RunFolders;
import io.longhaul.report.plot.SeveralRunsPlots;
import io.longhaul.report.plot.SingleRunPlots;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Draws plots of runs, with the command line of AIPerf's command of this name. */
@Command(
    name = "plot",
    description = {
      "Draws plots of a run, or plots that compare several runs.",
      "Reads runs of Longhaul and artifact folders of AIPerf, and needs no browser. The names of",
      "the plots are AIPerf's."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul plot artifacts/demo",
      "longhaul plot artifacts/sweep --theme dark --format both"
    })
final class PlotCommand implements Action {
  private static final String CHARTS_IN_A_BROWSER =
      "report.html shows charts in a browser, and --api-port of profile a live view";

  private static final String NO_UPLOAD =
      "Longhaul sends nothing to other services; upload the files with MLflow's own client";

  /** The other options of AIPerf's command, with what to do instead. */
  private static final Map<String, String> REFUSED = new LinkedHashMap<>();

  static {
    REFUSED.put(
        "--config", "every plot that the data allow is drawn; delete those you do not need");
    REFUSED.put("--dashboard", CHARTS_IN_A_BROWSER);
    REFUSED.put("--host", CHARTS_IN_A_BROWSER);
    REFUSED.put("--port", CHARTS_IN_A_BROWSER);
    REFUSED.put("--mlflow-upload", NO_UPLOAD);
    REFUSED.put("--mlflow-tracking-uri", NO_UPLOAD);
    REFUSED.put("--mlflow-run-id", NO_UPLOAD);
  }

  @Parameters(
      arity = "0..*",
      paramLabel = "FOLDER",
      description =
          "Folders of runs, or folders that contain those of several runs at any depth, such as that"
              + " of a sweep. Default: artifacts")
  List<Path> folders = new ArrayList<>();

  @Option(names = "--paths", arity = "1..*", paramLabel = "FOLDER", description = "Same as FOLDER.")
  List<Path> paths = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder for the plots. Default: the folder plots in the first FOLDER")
  @Nullable Path output;

  @Option(
      names = "--theme",
      paramLabel = "THEME",
      description = "Colors: light or dark. Default: light")
  OptionValue.@Nullable Word<Theme> theme;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the files: png, svg or both. Default: png")
  OptionValue.@Nullable Word<Format> format;

  @Option(names = "--verbose", description = "No effect; --debug shows stack traces.")
  boolean verbose;

  /** A set of colors. */
  enum Theme implements Keyword {
    LIGHT,
    DARK
  }

  /** A choice of formats. */
  enum Format implements Keyword {
    PNG,
    SVG,
    BOTH
  }

  /** Adds the options that are refused with a reason. */
  @Spec
  void addOptions(CommandSpec command) {
    REFUSED
        .keySet()
        .forEach(
            name ->
                command.addOption(
                    OptionSpec.builder(name)
                        .hidden(true)
                        .arity("0..1")
                        .type(String.class)
                        .build()));
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    REFUSED.forEach(
        (name, reason) -> {
          if (parsed.hasMatchedOption(name)) {
            problems.invalid(name, "given", reason);
          }
        });
    List<Path> read = read();
    for (Path folder : read) {
      if (!Files.isDirectory(folder)) {
        problems.invalid("FOLDER", folder, "a folder that exists");
      }
    }
    problems.throwIfAny();

    Plots plots = plots(read, terminal);
    plots.skipped().forEach(skipped -> terminal.note("not drawn: " + skipped));
    if (plots.drawn().isEmpty()) {
      throw RunFailedException.usage(
          "Cannot plot %s: no plot has values (give a run with valid requests)"
              .formatted(text(read)));
    }
    write(plots, read.get(0), terminal);
    return ExitCode.DONE;
  }

  private static Plots plots(List<Path> read, Terminal terminal) throws RunFailedException {
    try {
      return plotsOf(read, terminal);
    } catch (FileSystemException e) {
      throw RunFailedException.usage(
          "Cannot plot %s: this user cannot read %s".formatted(text(read), e.getFile()));
    } catch (IOException e) {
      throw RunFailedException.usage("Cannot plot %s: %s".formatted(text(read), e.getMessage()));
    }
  }

  private static Plots plotsOf(List<Path> read, Terminal terminal)
      throws IOException, RunFailedException {
    List<Path> runs = RunFolders.in(read);
    if (runs.isEmpty()) {
      throw RunFailedException.usage(
          "Cannot plot %s: no run is in it (give the folder of a run, with its lake or with profile_export.jsonl and profile_export_aiperf.json)"
              .formatted(text(read)));
    }
    return runs.size() == 1 && !RunFolders.isAggregate(runs.get(0))
        ? ofOne(runs.get(0))
        : ofSeveral(runs, terminal);
  }

  private List<Path> read() {
    List<Path> read = new ArrayList<>(folders);
    read.addAll(paths);
    return read.isEmpty() ? List.of(Path.of("artifacts")) : read;
  }

  private static String text(List<Path> folders) {
    return String.join(", ", folders.stream().map(Path::toString).toList());
  }

  private static Plots ofOne(Path folder) throws IOException, RunFailedException {
    if (!RunFolders.hasLake(folder)) {
      return SingleRunPlots.of(AiperfPlots.read(folder));
    }
    ExportLayout layout = new ExportLayout(folder);
    RunChoice.Chosen chosen = new RunChoice("plot", folder, null, null).find();
    Lake lake = chosen.lake();
    String run = chosen.runId();
    Optional<DeclaredRun> declared = DeclaredRunJson.read(layout, run);
    RunReport report =
        RunReport.read(lake, run, declared, RunReportOptions.of(lake, run, declared));
    return SingleRunPlots.of(LakePlots.read(lake, report));
  }

  private static Plots ofSeveral(List<Path> folders, Terminal terminal) throws IOException {
    List<RunFigures> runs = new ArrayList<>();
    for (Path folder : folders) {
      if (RunFigures.areIn(folder)) {
        runs.add(RunFigures.read(folder));
      } else {
        terminal.warning(
            "%s is left out: it has no profile_export_aiperf.json (longhaul report writes it, unless --profile-export-prefix is given)"
                .formatted(folder));
      }
    }
    return SeveralRunsPlots.of(runs);
  }

  private void write(Plots plots, Path first, Terminal terminal)
      throws RunFailedException, IOException {
    ExportLayout layout = new ExportLayout(first.toAbsolutePath().normalize());
    Path folder = output == null ? first.resolve(layout.plots().getFileName()) : output;
    if (output == null) {
      new ClaimedNames(layout).claimInRun(folder.getFileName().toString());
    }
    try {
      plots
          .write(
              folder,
              OptionValue.of(theme, Theme.LIGHT) == Theme.LIGHT
                  ? ColorTheme.LIGHT
                  : ColorTheme.DARK,
              formats())
          .forEach(terminal.out()::println);
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot write plots into %s: %s (give another --output)"
              .formatted(folder, WriteProblem.inWords(e)));
    }
    int count = plots.drawn().size();
    terminal.out().println("Saved " + count + (count == 1 ? " plot" : " plots") + " to: " + folder);
  }

  private List<PictureFormat> formats() {
    return switch (OptionValue.of(format, Format.PNG)) {
      case PNG -> List.of(PictureFormat.PNG);
      case SVG -> List.of(PictureFormat.SVG);
      case BOTH -> List.of(PictureFormat.PNG, PictureFormat.SVG);
    };
  }
}
