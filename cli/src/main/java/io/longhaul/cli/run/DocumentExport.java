package io.longhaul.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.console.AiperfConsole;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.AtomicFile;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the documents of a run, including its tables as text. */
public final class DocumentExport {
  private DocumentExport() {}

  /**
   * Writes the documents into the folder of the layout, which is created if it does not exist.
   *
   * @param verification what a comparison of the lake found; empty if there is no summary
   * @param lake lake from which the report was read
   * @param prepared lines that were written while the run was in progress
   * @return notes for the user
   * @throws RunFailedException if a document cannot be written; the message states that the rows
   *     exist
   */
  public static List<String> of(
      RunReport report,
      Optional<Verification> verification,
      Lake lake,
      ExportLayout layout,
      ExportLevel level,
      PreparedLines prepared)
      throws RunFailedException {
    return written(
        report,
        lake,
        layout,
        () -> {
          Files.createDirectories(layout.folder());
          new ClaimedNames(layout).claim(layout.documentNames());
          List<String> remarks =
              new ArrayList<>(
                  RunDocuments.write(report, verification, lake, layout, level, prepared));
          String tables = AiperfConsole.of(layout, Endpoints::titleOf).text();
          AtomicFile.replace(layout.consoleTxt(), out -> out.write(tables.getBytes(UTF_8)));
          remarks.addAll(RunDocuments.drawPlots(report, lake, layout));
          return remarks;
        });
  }

  /** Writes only {@code report.html}; parameters and exceptions as in {@link #of}. */
  public static void page(
      RunReport report, Optional<Verification> verification, Lake lake, ExportLayout layout)
      throws RunFailedException {
    written(
        report,
        lake,
        layout,
        () -> {
          Files.createDirectories(layout.folder());
          new ClaimedNames(layout).claim(Set.of(layout.reportHtml().getFileName().toString()));
          RunDocuments.writePage(report, verification, lake, layout);
          return List.of();
        });
  }

  /** Writes documents and returns notes for the user. */
  private interface Documents {
    List<String> write() throws IOException;
  }

  private static List<String> written(
      RunReport report, Lake lake, ExportLayout layout, Documents documents)
      throws RunFailedException {
    try {
      return documents.write();
    } catch (IOException e) {
      throw new RunFailedException(
          ExitCode.DATA_INCOMPLETE,
          "Cannot write " + nameOf(e, layout) + ": " + WriteProblem.inWords(e),
          List.of(
              "The rows are in " + lake.folder() + "; to write the documents, run:",
              ReportHint.of(layout, lake, report.run().getRunId())));
    }
  }

  private static String nameOf(IOException failure, ExportLayout layout) {
    if (failure instanceof FileSystemException named) {
      return named.getOtherFile() == null ? named.getFile() : named.getOtherFile();
    }
    return "into " + layout.folder();
  }
}
