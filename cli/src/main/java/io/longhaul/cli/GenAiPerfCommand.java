package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.options.TypedArguments;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** What GenAI-Perf's commands become here. */
@Command(
    name = "genai-perf",
    description = "GenAI-Perf's commands, as far as they are not Longhaul's own.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ProcessExportFilesCommand.class)
final class GenAiPerfCommand implements Action {
  private static final String NOT_YET = "there is none yet";

  /** Commands that go by another name, or that are missing. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "profile", "use longhaul profile --export-format genai-perf",
          "analyze", NOT_YET + ": call longhaul profile for each point",
          "config", NOT_YET + ": give longhaul profile its options",
          "create-template", NOT_YET + ": see longhaul profile --help");

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    String first = parsed.unmatched().stream().findFirst().orElse("");
    if (OTHERS.containsKey(first)) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid command: genai-perf " + first + " (" + OTHERS.get(first) + ")",
          List.of());
    }
    TypedArguments.requireUnderstood(parsed);
    parsed.commandSpec().commandLine().usage(terminal.err());
    return ExitCode.USAGE;
  }
}
