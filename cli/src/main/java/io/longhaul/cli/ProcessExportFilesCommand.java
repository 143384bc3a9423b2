package io.longhaul.cli;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.report.console.GenAiPerfTable;
import io.longhaul.report.genaiperf.ExportMerge;
import io.longhaul.report.genaiperf.InvalidExportsException;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Merges GenAI-Perf's files of several nodes. */
@Command(
    name = "process-export-files",
    description = {
      "Merges the GenAI-Perf files of several nodes (one folder per node) into one set.",
      "Percentiles are computed over the requests of all nodes; throughputs are summed."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul profile … --export-format genai-perf --artifact-dir nodes/a",
      "longhaul genai-perf process-export-files -d nodes"
    })
final class ProcessExportFilesCommand implements CheckedAction {
  private static final String SUFFIX = ".json";

  @Option(
      names = {"-d", "--input-directory"},
      paramLabel = "DIR",
      description = "Folder that contains one folder for each node. Default: aggregated")
  Path inputs = Path.of("aggregated");

  @Option(
      names = "--artifact-dir",
      paramLabel = "DIR",
      description =
          "Folder in which to create the folder for the merged results. Default: artifacts")
  Path artifactDir = Path.of("artifacts");

  @Option(
      names = "--profile-export-file",
      description = "Name of the merged file of request records. Default: profile_export.json")
  String name = ExportLayout.DEFAULT_PREFIX + SUFFIX;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException, IOException {
    if (!Files.isDirectory(inputs)) {
      throw RunFailedException.usage(
          "Invalid --input-directory: " + inputs + " (an existing folder)");
    }
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    if (stem.isBlank() || stem.indexOf('/') >= 0) {
      throw RunFailedException.usage(
          "Invalid --profile-export-file: " + name + " (a file name without folders)");
    }
    ExportMerge merge = read();
    Path folder = artifactDir.resolve(merge.folderName()).toAbsolutePath().normalize();
    ExportLayout layout = new ExportLayout(folder, stem, Set.of(OptionalExport.GENAI_PERF));
    try {
      merge.write(layout);
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot write into " + folder + ": " + WriteProblem.inWords(e));
    }
    terminal.out().print(GenAiPerfTable.of(layout.genAiPerfJson()));
    terminal.out().println("\nFiles of " + merge.size() + " nodes, merged");
    for (Path file :
        List.of(layout.perfAnalyzerJson(), layout.genAiPerfJson(), layout.genAiPerfCsv())) {
      terminal.out().println("  " + file);
    }
    return ExitCode.DONE;
  }

  private ExportMerge read() throws IOException, RunFailedException {
    try {
      return ExportMerge.of(inputs);
    } catch (InvalidExportsException e) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot merge the files in " + inputs + " (correct the files above)",
          e.problems());
    }
  }
}
