package io.longhaul.cli;

import io.longhaul.cli.console.ConsoleReport;
import io.longhaul.cli.console.FileList;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.options.OlderTools;
import io.longhaul.cli.options.TypedAlso;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.cli.options.TypedExportLevel;
import io.longhaul.cli.run.ClosingMessage;
import io.longhaul.cli.run.DocumentExport;
import io.longhaul.cli.run.Gates;
import io.longhaul.cli.run.LakeRebuilder;
import io.longhaul.sinks.AlsoWritten;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.AskedOfRun;
import io.longhaul.sinks.json.DeclaredRunJson;
import io.longhaul.sinks.json.ExportLevel;
import io.longhaul.sinks.json.RunDocuments;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.DeclaredRun;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Writes the documents and tables of a run from its lake alone. */
@Command(
    name = "report",
    description = {
      "Makes JSON, CSV and tables from a run's folder.",
      "Also after a crash, or while the run goes on: it says where its figures end."
    })
final class ReportCommand implements Action {
  @Parameters(
      paramLabel = "FOLDER",
      description = "Folder of the run. Documents are written into it.")
  Path folder;

  @Option(
      names = "--lake",
      paramLabel = "DIR",
      description = "Folder with the rows, after a run on several machines. Default: FOLDER/lake")
  Path lakeFolder;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Run to report. Default: the only one in the folder, or the latest")
  String runId;

  @Option(
      names = {"--profile-export-prefix", "--profile-export-file"},
      paramLabel = "NAME",
      description = "Base name of the exports. Default: profile_export")
  String prefix = ExportLayout.DEFAULT_PREFIX;

  @Option(
      names = {"--export-level", "--profile-export-level"},
      paramLabel = "LEVEL",
      description =
          "How much is written: summary; records, a line for each request; or raw, what it asked"
              + " and was answered, too. Default: records")
  String exportLevel = TypedExportLevel.DEFAULT;

  @Option(
      names = "--export-outputs-json",
      description = "Write the text of each answer to outputs.json, too.")
  boolean exportOutputs;

  @Option(
      names = "--export-http-trace",
      description = "Tell in the lines of requests when what of their HTTP exchanges happened.")
  boolean exportHttpTrace;

  @Option(
      names = "--show-trace-timing",
      description = "Show a table of the phases of HTTP exchanges, too.")
  boolean showTraceTiming;

  @Option(
      names = "--export-format",
      paramLabel = "FORMAT",
      description = "aiperf, or genai-perf for GenAI-Perf's files as well. Default: aiperf")
  String exportFormat;

  @Option(
      names = "--output-style",
      paramLabel = "STYLE",
      description = "24.03 adds the table and the CSV of that release of GenAI-Perf.")
  String outputStyle;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description =
          "Read the run's kept log again, and put lake and documents into this new folder.")
  Path into;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    ExportLevel level = TypedExportLevel.require(exportLevel);
    Set<AlsoWritten> also = TypedAlso.of(exportOutputs, exportHttpTrace, showTraceTiming);
    also.addAll(OlderTools.wanted(exportFormat, outputStyle));
    ExportLayout layout = new ExportLayout(folder.toAbsolutePath().normalize(), prefix, also);
    requireKept(level, layout);
    requireOneLake();
    if (into != null) {
      ExportLayout rebuilt = new ExportLayout(into.toAbsolutePath().normalize(), prefix, also);
      runId = new LakeRebuilder(layout, rebuilt).rebuild();
      layout = rebuilt;
    }
    Lake lake =
        lakeFolder == null
            ? new Lake(layout.lake())
            : new Lake(lakeFolder.toAbsolutePath().normalize());
    String run = run(lake);
    Optional<DeclaredRun> declared = DeclaredRunJson.read(layout, run);
    RunReport report = RunReport.read(lake, run, declared, AskedOfRun.of(lake, run, declared));
    DocumentExport.of(report, lake, layout, level)
        .forEach(remark -> terminal.err().println("Note: " + remark));
    int columns = terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
    terminal.out().print(new ConsoleReport(layout).text(columns));
    terminal.out().print(FileList.of(layout, lake.folder()));
    List<ExitCode> reasons = new ArrayList<>(new Gates(report).judge(terminal.err()));
    if (!report.isComplete()) {
      reasons.add(ExitCode.DATA_INCOMPLETE);
    }
    ExitCode exitCode = ExitCode.of(reasons);
    ClosingMessage.of(exitCode, report, List.of()).ifPresent(terminal.err()::println);
    return exitCode;
  }

  /**
   * Requires the stored exchanges, which exist only after a crash and on the generators' machine.
   */
  private void requireKept(ExportLevel level, ExportLayout layout) throws RunFailedException {
    if (RunDocuments.needsKept(layout.also(), level)
        && (into != null || !Files.isDirectory(layout.kept()))) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid "
              + (exportOutputs ? "--export-outputs-json" : "--export-level: raw")
              + " ("
              + (into == null
                  ? layout.kept()
                      + " does not exist: the exchanges were exported already or were never stored)"
                  : "the stored exchanges are in " + layout.folder() + ": report that folder)"),
          List.of());
    }
  }

  private void requireOneLake() throws RunFailedException {
    if (lakeFolder != null && into != null) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid --lake: " + lakeFolder + " (without --into, which creates a new lake)",
          List.of());
    }
  }

  private String run(Lake lake) throws IOException, RunFailedException {
    List<String> runs = lake.runs();
    if (runs.isEmpty()) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot report "
              + folder
              + ": there are no rows in "
              + lake.folder()
              + (lakeFolder == null
                  ? " (give a run's folder; after a run with --kafka also its --lake)"
                  : " (give the --lake of the run)"),
          List.of());
    }
    if (runId != null && !runs.contains(runId)) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid --run-id: " + runId + " (one of " + String.join(", ", runs) + ")",
          List.of());
    }
    return runId == null ? runs.get(runs.size() - 1) : runId;
  }
}
