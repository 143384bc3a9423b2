package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.report.html.TurnMessagesPage;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the messages of runs as pages, as AIPerf's command of this name does. */
@Command(
    name = "turn-messages",
    description = {
      "Writes a page with the messages that were sent in each turn.",
      "Only for runs with --export-level raw. The page is for a browser, which needs no network."
    },
    sortOptions = false,
    footer = {"", "longhaul analyze turn-messages artifacts/chat --max-turns 5"})
final class TurnMessagesCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description =
          "Folders of runs of Longhaul or AIPerf that contain profile_export_raw.jsonl or"
              + " raw_records.")
  List<Path> folders;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "File of the page; only with one FOLDER. Default: FOLDER/turn_messages.html, readable only"
              + " by its owner")
  @Nullable Path out;

  @Option(
      names = {"-n", "--limit-conversations"},
      description = "Maximum number of conversations; the first ones are shown. Default: 40")
  OptionValue.@Nullable Count conversations;

  @Option(
      names = "--max-turns",
      description = "Maximum number of turns of each conversation. Default: 60")
  OptionValue.@Nullable Count turns;

  @Option(
      names = "--content-cap",
      description = "Maximum number of characters of each message. Default: 8000")
  OptionValue.@Nullable Count characters;

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    TurnMessagesPage.Bounds bounds =
        new TurnMessagesPage.Bounds(
            OptionValue.of(conversations, 40),
            OptionValue.of(turns, 60),
            OptionValue.of(characters, 8_000));
    return new RunViews(
            folders, out, ExportLayout.TURN_MESSAGES, "only a run with --export-level raw has it")
        .write((folder, file) -> TurnMessagesPage.write(folder, file, bounds), terminal);
  }
}
