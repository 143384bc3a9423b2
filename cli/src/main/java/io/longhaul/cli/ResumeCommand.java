package io.longhaul.cli;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.run.UnfinishedFolder;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Finishes a run whose processes have ended before it. */
@Command(
    name = "resume",
    description = {
      "Finishes a run whose processes were killed, for example because the machine was restarted.",
      "Counts everything that was measured, declares the rest lost, and writes the documents."
    },
    footer = {
      "",
      "The load is not continued. The command can be interrupted and repeated.",
      "",
      "Exit status: 0 nothing is missing, 5 data incomplete, 2 there is nothing to finish; the",
      "others are those of longhaul profile."
    })
final class ResumeCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(paramLabel = "FOLDER", description = "Folder of the run.")
  Path folder;

  @Override
  public ExitCode run(Terminal terminal)
      throws RunFailedException, IOException, InterruptedException {
    int columns = terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
    return new UnfinishedFolder(
            folder.toAbsolutePath().normalize(),
            ProgressStyle.of(terminal.isInteractive(), terminal.isInteractive()),
            columns,
            terminal.out(),
            terminal.err())
        .finish();
  }
}
