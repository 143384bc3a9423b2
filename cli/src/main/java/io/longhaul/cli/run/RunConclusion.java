package io.longhaul.cli.run;

import io.longhaul.cli.console.FileList;
import io.longhaul.cli.console.ProgressLine;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.coordinator.CommitWaiter;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.console.ConsoleReport;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.schema.StopReason;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Concludes a run whose log is complete: waits for its rows, verifies them, writes the documents,
 * prints the result and determines the exit code.
 *
 * @param backend infrastructure of the run; its job is released when the rows are committed
 * @param lines lines of requests that were written while the run was in progress
 * @param tables tables to which rows were added while the run was in progress
 * @param progress closed before the result is printed
 * @param columns width of the printed tables
 * @param out receives the result
 * @param err receives notes and what is wrong with the result
 */
record RunConclusion(
    String runId,
    RequestedExports exports,
    RunBackend backend,
    PreparedLines lines,
    RunTables tables,
    ProgressLine progress,
    int columns,
    PrintStream out,
    PrintStream err) {
  private static final Logger LOG = LoggerFactory.getLogger(RunConclusion.class);

  /** Checks that this process still leads the run. */
  @FunctionalInterface
  interface LeadCheck {
    /**
     * Returns if it does; may take seconds.
     *
     * @throws RunFailedException if another process has taken over the run
     */
    void confirm() throws RunFailedException, InterruptedException;
  }

  /**
   * Concludes the run.
   *
   * @param leadCheck called before the documents are written
   * @param kafkaCheck see {@link CommitWaiter}
   * @param losses sentences about lost data
   * @param tips suggestions printed after the result
   * @param exported called when the documents are written
   * @throws RunFailedException if the job does not write the rows, or a document cannot be written
   */
  ExitCode conclude(
      LeadCheck leadCheck,
      CommitWaiter.KafkaCheck kafkaCheck,
      List<String> losses,
      List<String> tips,
      Runnable exported)
      throws RunFailedException, IOException, InterruptedException {
    CommitWaiter.Committed committed =
        new CommitWaiter(backend.lake(), runId, backend::checkpoint, backend::failure, kafkaCheck)
            .await(backend.commitTimeout(), progress::rowsCommitted);
    if (committed.summary().isEmpty()) {
      leadCheck.confirm();
      throw rowsAreMissing();
    }
    LOG.info("The rows are committed");
    lines.hurry();
    progress.showStage("Reading the rows");
    backend.releaseJob();
    tables.end();
    List<String> remarks =
        new ArrayList<>(ManifestUpdate.of(backend.lake(), runId).stream().toList());
    Verification verification = LakeVerifier.cheap(backend.lake(), runId);
    RunReport report =
        RunReport.read(
            backend.lake(),
            runId,
            Optional.empty(),
            RunReportOptions.of(backend.lake(), runId, Optional.empty()));
    ExportLayout layout = exports.layout();
    LOG.info("The report is read");
    leadCheck.confirm();
    progress.showStage("Writing documents");
    remarks.addAll(
        DocumentExport.of(
            report, Optional.of(verification), backend.lake(), layout, exports.level(), lines));
    LOG.info("The documents are written");
    exported.run();
    progress.close();
    remarks.forEach(remark -> err.println("Note: " + remark));

    out.print(new ConsoleReport(layout, Endpoints::titleOf).text(columns));
    out.print(FileList.of(layout, backend.lake().folder()));
    List<String> all = new ArrayList<>(losses);
    all.addAll(committed.missing());
    VerifyHint.of(verification, layout, backend.lake()).ifPresent(all::add);
    all.addAll(unsentEvents(layout));
    all.forEach(loss -> err.println("Incomplete: " + loss));
    List<ExitCode> reasons = new ArrayList<>(new Gates(report).judge(err));
    tips.forEach(out::println);
    reasons.addAll(otherReasons(report, all));
    ExitCode exitCode = ExitCode.of(reasons);
    ClosingMessage.of(exitCode, report, all).ifPresent(err::println);
    Optional<String> missing = tables.awaitRest();
    missing.ifPresent(sentence -> err.println("Incomplete: " + sentence));
    return missing.isEmpty() ? exitCode : ExitCode.of(List.of(exitCode, ExitCode.DATA_INCOMPLETE));
  }

  /** Describes a run whose log is complete but whose job has stopped. */
  private RunFailedException rowsAreMissing() throws IOException {
    String reason =
        backend
            .jobProblem()
            .orElse("the job has committed none for " + backend.commitTimeout().toSeconds() + " s");
    return new RunFailedException(
        ExitCode.INFRASTRUCTURE_FAILED,
        "The load has ended and its log is complete, but not all of its rows are in %s: %s"
            .formatted(backend.lake().folder(), reason),
        List.of(
            "To report the run after a job has written them: "
                + ReportHint.of(exports.layout(), backend.lake(), runId)));
  }

  /** Finds the spools of local generators with unsent events; remote ones are elsewhere. */
  static List<String> unsentEvents(ExportLayout layout) throws IOException {
    return SpoolFolder.withEvents(layout.spools()).stream()
        .map(
            spool ->
                "events that the broker did not accept are in %s (longhaul report %s --into NEW includes them)"
                    .formatted(spool, layout.folder()))
        .toList();
  }

  private List<ExitCode> otherReasons(RunReport report, List<String> losses) {
    List<ExitCode> reasons = new ArrayList<>();
    if (!losses.isEmpty() || !report.isComplete()) {
      report.incompleteBecause().forEach(why -> LOG.warn("Incomplete: {}", why));
      reasons.add(ExitCode.DATA_INCOMPLETE);
    }
    if (StopReason.INTERRUPTED.matches(report.run().getStopReason())) {
      reasons.add(ExitCode.INTERRUPTED);
    }
    if (exports.requireValid() && !report.run().getTotals().getTrusted()) {
      reasons.add(ExitCode.NOT_TRUSTED);
    }
    return reasons;
  }
}
