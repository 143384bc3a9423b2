package io.longhaul.cli.run;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.SliceOptions;
import io.longhaul.control.RunFailedException;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.load.RequestLabels;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.pipeline.reslice.RequestLabeler;
import io.longhaul.pipeline.reslice.Reslicing;
import io.longhaul.report.json.Configuration;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the lake of a finished run to another folder, with slices that are computed again.
 *
 * @param from lake of the run, and possibly of other runs
 * @param options the given options
 * @param notes receives notes about the options
 */
public record LakeReslicer(Lake from, String runId, SliceOptions options, Consumer<String> notes) {

  /**
   * Writes the lake.
   *
   * @param into layout of the new folder
   * @param parent names of the folder that contains the new one, which are to include it; empty if
   *     the user chose the new folder
   * @throws RunFailedException if the run has not ended, or the folder contains a lake
   * @throws InvalidOptionsException if the options do not fit the run
   */
  @SuppressWarnings("try") // only locks the folder
  public void write(ExportLayout into, Optional<ClaimedNames> parent)
      throws RunFailedException, InvalidOptionsException, IOException {
    NewRunFolder.requireNoRun("write slices", into);
    RunRow run = summary();
    RunPlan plan = planOf(run);
    OptionProblems problems = new OptionProblems();
    RunPlan changed =
        options.applyTo(plan, run.getRunEndEpochNs() - run.getRunStartEpochNs(), problems);
    problems.throwIfAny();
    problems.notes().forEach(notes);
    if (Files.exists(into.lake())) {
      throw RunFailedException.usage(
          "Cannot write slices into %s: it contains a lake (%s prints and writes its documents; --into writes to another folder)"
              .formatted(into.folder(), ReportHint.of(into, new Lake(into.lake()), runId)));
    }
    if (parent.isPresent()) {
      parent.get().claimInRun(into.folder().getFileName().toString());
    }
    try (RunFolder held = RunFolder.hold(into.folder())) {
      ClaimedNames claimed = new ClaimedNames(into);
      claimed.claim(into.groundNames());
      claimed.claim(into.documentNames());
      new Reslicing(
              from,
              run,
              WirePlan.of(changed, run.getRunStartEpochNs()),
              labeler(changed, run.getRunStartEpochNs()),
              options.configuration(run.getConfigurationJson(), run.getSliceDurationNs(), changed),
              into.lake())
          .write();
    }
  }

  private RunRow summary() throws RunFailedException, IOException {
    List<RunRow> summaries = from.rows(Dataset.RUNS, runId);
    if (summaries.size() != 1) {
      throw RunFailedException.usage(
          "Cannot compute the slices of run %s: it has %s (%s)"
              .formatted(
                  runId,
                  summaries.isEmpty() ? "no summary" : summaries.size() + " summaries",
                  summaries.isEmpty()
                      ? "it is in progress or was aborted; longhaul resume finishes it"
                      : "one"));
    }
    return summaries.get(0);
  }

  private RunPlan planOf(RunRow run) throws RunFailedException {
    try {
      return RunPlanJson.fromJson(Configuration.of(run).planJson());
    } catch (InvalidPlanException e) {
      throw RunFailedException.usage(
          "Cannot compute the slices of run %s: this version cannot read its plan (%s)"
              .formatted(runId, e.getMessage()));
    }
  }

  private static RequestLabeler labeler(RunPlan plan, long runStartEpochNanos) {
    RequestLabels profiling = new RequestLabels(plan, LoadPhase.PROFILING);
    RequestLabels warmup = new RequestLabels(plan, LoadPhase.WARMUP);
    return row ->
        (RowPhase.WARMUP.matches(row.getPhase()) ? warmup : profiling)
            .of(
                row.getModel(),
                row.getUrlIndex(),
                row.getTurnIndex(),
                sinceStart(row, runStartEpochNanos));
  }

  private static long sinceStart(RequestRow row, long runStartEpochNanos) {
    return Math.max(0, row.getScheduledEpochNs() - runStartEpochNanos);
  }
}
