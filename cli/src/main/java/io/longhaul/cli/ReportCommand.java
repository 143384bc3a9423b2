package io.longhaul.cli;

import io.longhaul.cli.console.FileList;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.run.ClosingMessage;
import io.longhaul.cli.run.DocumentExport;
import io.longhaul.cli.run.Gates;
import io.longhaul.cli.run.LakeRebuilder;
import io.longhaul.cli.run.LakeReslicer;
import io.longhaul.cli.run.ManifestUpdate;
import io.longhaul.cli.run.VerifyHint;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.config.options.OutputOptions;
import io.longhaul.config.options.SliceOptions;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.console.ConsoleReport;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Writes the documents and tables of a run from its lake alone. */
@Command(
    name = "report",
    description = {
      "Writes the documents and the tables of a run from the data in its folder.",
      "Also works during a run or after a crash; the report states the time up to which its data",
      "is complete.",
      "With --slice-duration, --slice-by or --goodput, computes the slices of a finished run again",
      "from the rows of its requests, and writes them to another folder, with all documents."
    })
final class ReportCommand implements Action {
  /** The options that have a meaning together with --html. */
  private static final Set<String> OPTIONS_OF_HTML =
      Set.of("--html", "--lake", "--run-id", "--debug");

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description =
          "Folder of the run. The documents are written to it, unless --into, --slice-duration,"
              + " --slice-by or --goodput is given. Several folders need --html.")
  List<Path> folders;

  @Option(
      names = "--html",
      description =
          "Write only the page report.html of each FOLDER, without the other documents and the"
              + " tables.")
  boolean onlyHtml;

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      description =
          "Lake (folder of Parquet files) that contains the run, if it is not in FOLDER, for"
              + " example a lake of several runs. Default: FOLDER/lake")
  @Nullable Path lakeFolder;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Run to report. Default: the only run in the folder, or the latest")
  @Nullable String runId;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description =
          "New folder for the lake and the documents, which are made from the run's stored Kafka log."
              + " With --slice-duration, --slice-by or --goodput, they are made from the lake; without"
              + " --into, the new folder is then in FOLDER, named after these options.")
  @Nullable Path into;

  private final OutputOptions output = new OutputOptions();
  private final SliceOptions slices = new SliceOptions();

  /** Adds the options of exports and of slices, which are those of {@code profile}. */
  @Spec
  void addOptions(CommandSpec command) {
    output.addExportOptions(command);
    slices.addTo(command);
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          ChildFailedException,
          IOException,
          InterruptedException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    slices.check(problems);
    problems.throwIfAny();
    if (!onlyHtml) {
      requireOneFolder("FOLDER", "one folder; several need --html");
      return writeAll(folders.get(0), terminal);
    }
    for (OptionSpec option : parsed.matchedOptions()) {
      String name = option.names()[0];
      if (!OPTIONS_OF_HTML.contains(name)) {
        throw RunFailedException.usage(
            "Invalid %s (without --html, which writes only report.html)".formatted(name));
      }
    }
    if (lakeFolder != null || runId != null) {
      requireOneFolder(lakeFolder != null ? "--lake" : "--run-id", "one FOLDER");
    }
    for (Path folder : folders) {
      writePage(folder, terminal);
    }
    return ExitCode.DONE;
  }

  private void requireOneFolder(String option, String right) throws RunFailedException {
    if (folders.size() > 1) {
      throw RunFailedException.usage(
          "Invalid %s: %d folders are given (%s)".formatted(option, folders.size(), right));
    }
  }

  private void writePage(Path folder, Terminal terminal) throws RunFailedException, IOException {
    ExportLayout layout = new ExportLayout(folder);
    RunChoice.Chosen chosen = choice(layout).find();
    Lake lake = chosen.lake();
    String run = chosen.runId();
    RunReport report = read(layout, lake, run);
    Optional<Verification> verification =
        report.hasSummary() ? Optional.of(LakeVerifier.cheap(lake, run)) : Optional.empty();
    DocumentExport.page(report, verification, lake, layout);
    terminal.out().println(layout.reportHtml());
  }

  private RunChoice choice(ExportLayout layout) {
    Path lake = lakeFolder == null ? null : lakeFolder.toAbsolutePath();
    return new RunChoice("report", layout.folder(), lake, runId);
  }

  private static RunReport read(ExportLayout layout, Lake lake, String run) throws IOException {
    Optional<DeclaredRun> declared = DeclaredRunJson.read(layout, run);
    return RunReport.read(lake, run, declared, RunReportOptions.of(lake, run, declared));
  }

  private ExitCode writeAll(Path folder, Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          ChildFailedException,
          IOException,
          InterruptedException {
    ExportLevel level = output.exportLevel();
    ExportLayout layout = output.layoutIn(folder);
    requireKept(level, layout);
    requireOneLake();
    if (slices.areGiven()) {
      return writeDocuments(reslice(layout, terminal), level, terminal);
    }
    if (into != null) {
      ExportLayout rebuilt = layout.in(into.toAbsolutePath().normalize());
      runId = new LakeRebuilder(layout, rebuilt, terminal::warning).rebuild();
      layout = rebuilt;
    }
    return writeDocuments(layout, level, terminal);
  }

  /** Writes the slices to another folder and returns its layout. */
  private ExportLayout reslice(ExportLayout layout, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException {
    RunChoice.Chosen from = choice(layout).find();
    Path target = into == null ? layout.folder().resolve(slices.folderName()) : into;
    ExportLayout resliced = layout.in(target.toAbsolutePath().normalize());
    Optional<ClaimedNames> parent =
        into == null ? Optional.of(new ClaimedNames(layout)) : Optional.empty();
    new LakeReslicer(from.lake(), from.runId(), slices, terminal::note).write(resliced, parent);
    lakeFolder = null;
    runId = from.runId();
    return resliced;
  }

  private ExitCode writeDocuments(ExportLayout layout, ExportLevel level, Terminal terminal)
      throws RunFailedException, IOException {
    RunChoice.Chosen chosen = choice(layout).find();
    Lake lake = chosen.lake();
    String run = chosen.runId();
    RunReport report = read(layout, lake, run);
    Optional<Verification> verification = Optional.empty();
    if (report.hasSummary()) {
      // Its coordinator may have ended before all of its files were committed.
      ManifestUpdate.of(lake, run).ifPresent(terminal::note);
      verification = Optional.of(LakeVerifier.cheap(lake, run));
    }
    DocumentExport.of(report, verification, lake, layout, level, PreparedLines.NONE)
        .forEach(terminal::note);
    int columns = terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
    terminal.out().print(new ConsoleReport(layout, Endpoints::titleOf).text(columns));
    terminal.out().print(FileList.of(layout, lake.folder()));
    List<String> losses =
        verification.flatMap(found -> VerifyHint.of(found, layout, lake)).stream().toList();
    losses.forEach(loss -> terminal.message("Incomplete: " + loss));
    List<ExitCode> reasons = new ArrayList<>(new Gates(report).judge(terminal.err()));
    if (!report.isComplete() || !losses.isEmpty()) {
      reasons.add(ExitCode.DATA_INCOMPLETE);
    }
    ExitCode exitCode = ExitCode.of(reasons);
    ClosingMessage.of(exitCode, report, losses).ifPresent(terminal::message);
    return exitCode;
  }

  /**
   * Requires the stored exchanges, which exist only after a crash and on the generators' machine.
   */
  private void requireKept(ExportLevel level, ExportLayout layout) throws RunFailedException {
    if (RunDocuments.needsKept(layout.also(), level)
        && (into != null || slices.areGiven() || !Files.isDirectory(layout.kept()))) {
      throw RunFailedException.usage(
          "Invalid %s (%s)"
              .formatted(
                  layout.also().contains(OptionalExport.OUTPUTS_JSON)
                      ? "--export-outputs-json"
                      : "--export-level: raw",
                  into == null && !slices.areGiven()
                      ? layout.kept()
                          + " does not exist: the exchanges were exported already or were never"
                          + " stored"
                      : "the stored exchanges are in " + layout.folder() + ": report that folder"));
    }
  }

  private void requireOneLake() throws RunFailedException {
    if (lakeFolder != null && into != null && !slices.areGiven()) {
      throw RunFailedException.usage(
          "Invalid --lake: " + lakeFolder + " (without --into, which creates a new lake)");
    }
  }
}
