package io.longhaul.cli;

import io.longhaul.cli.run.RunVerification;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.report.verify.Verification;
import io.longhaul.report.verify.VerificationText;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares everything that a run left behind, and reports what is missing or wrong. */
@Command(
    name = "verify",
    description = {
      "Checks whether the data of a run is complete, and names everything that is missing or"
          + " wrong.",
      "Compares the Kafka log, the manifest, the Parquet files (requests, ledger, slices and runs)",
      "and the documents with each other, reads every byte, and changes nothing. The exit code is 0",
      "if everything agrees and nothing is lost, else 5."
    })
final class VerifyCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(paramLabel = "FOLDER", description = "Folder of the run.")
  Path folder;

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
      description = "Run to verify. Default: the only run in the folder, or the latest")
  @Nullable String runId;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException, IOException {
    ExportLayout layout = new ExportLayout(folder.normalize());
    RunChoice.Chosen chosen = new RunChoice("verify", folder, lakeFolder, runId).find();
    Lake lake = chosen.lake();
    terminal.out().println("Run " + chosen.runId() + " in " + lake.folder());
    Verification verification = new RunVerification(layout, lake, chosen.runId()).verify();
    new VerificationText(verification).lines().forEach(terminal.out()::println);
    if (verification.isWhole()) {
      return ExitCode.DONE;
    }
    terminal.message(
        verification.agrees()
            ? "The data of the run is incomplete, as the run has declared"
            : "The data of the run is wrong or incomplete: the output lists what disagrees (%,d)"
                .formatted(verification.problems()));
    return ExitCode.DATA_INCOMPLETE;
  }
}
