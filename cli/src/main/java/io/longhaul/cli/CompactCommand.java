package io.longhaul.cli;

import io.longhaul.cli.run.NewRunFolder;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.compact.Compaction;
import io.longhaul.sinks.folder.ByteText;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the lake of a finished run again, to few large files. */
@Command(
    name = "compact",
    description = {
      "Writes the lake of a finished run to a new folder, in a few large Parquet files sorted by time.",
      "Checks that the new files contain the same rows as the old ones, which remain."
    })
final class CompactCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(paramLabel = "FOLDER", description = "Folder of the run.")
  Path folder;

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Option(
      names = "--into",
      paramLabel = "DIR",
      required = true,
      description =
          "Write the new lake to DIR/lake. To write its documents, run longhaul report DIR.")
  Path into;

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      description =
          "Lake (folder of Parquet files) of a run on several machines. Default: FOLDER/lake")
  @Nullable Path lakeFolder;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Run to compact. Default: the only run in the folder, or the latest")
  @Nullable String runId;

  @Override
  @SuppressWarnings("try") // only locks the folder
  public ExitCode run(Terminal terminal) throws RunFailedException, IOException {
    ExportLayout target = new ExportLayout(into.toAbsolutePath().normalize());
    if (Files.exists(target.lake())) {
      throw RunFailedException.usage(
          "Cannot compact into " + into + ": it contains a lake (give a new folder)");
    }
    NewRunFolder.requireNoRun("compact", target);
    RunChoice.Chosen chosen = new RunChoice("compact", folder, lakeFolder, runId).find();
    try (RunFolder held = RunFolder.hold(target.folder())) {
      new ClaimedNames(target).claim(target.groundNames());
      new ClaimedNames(target).claim(target.documentNames());
      Compaction compaction = new Compaction(chosen.lake(), chosen.runId(), target.lake());
      requireWhole(compaction);
      report(chosen.runId(), compaction.run(), target, terminal);
    }
    return ExitCode.DONE;
  }

  private static void requireWhole(Compaction compaction) throws RunFailedException, IOException {
    if (!compaction.isFinished()) {
      throw refused(compaction, "it has no summary (it is in progress or was aborted)", List.of());
    }
    Verification verification =
        LakeVerifier.full(compaction.from(), compaction.runId(), Optional.empty());
    if (!verification.agrees()) {
      throw refused(compaction, "its lake does not agree with itself", verification.offenders());
    }
  }

  private static RunFailedException refused(
      Compaction compaction, String reason, List<String> details) {
    return new RunFailedException(
        ExitCode.DATA_INCOMPLETE,
        "Cannot compact run " + compaction.runId() + ": " + reason,
        details);
  }

  private static void report(
      String run, Compaction.Result result, ExportLayout target, Terminal terminal) {
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "Run %s: %,d rows in %,d files (%s) are now in %,d files (%s) in %s%n",
            run,
            result.rows(),
            result.filesBefore(),
            ByteText.of(result.bytesBefore()),
            result.filesAfter(),
            ByteText.of(result.bytesAfter()),
            target.lake());
  }
}
