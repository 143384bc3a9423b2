package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.options.TypedArguments;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** What GenAI-Perf's commands become here. Without one, it is the first release's profile. */
@Command(
    name = "genai-perf",
    description = "GenAI-Perf's commands, as far as they are not Longhaul's own.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      GenAiPerfProfileCommand.class,
      GenAiPerfAnalyzeCommand.class,
      ProcessExportFilesCommand.class
    })
final class GenAiPerfCommand implements Action {
  private static final String NAME = "genai-perf";
  private static final String NOT_YET = "there is none yet";

  /** Commands that are missing. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "config", NOT_YET + ": give longhaul profile its options",
          "create-template", NOT_YET + ": see longhaul profile --help");

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    List<String> typed = parsed.originalArgs();
    List<String> words = typed.subList(typed.indexOf(NAME) + 1, typed.size());
    String first = words.stream().findFirst().orElse("");
    if (OTHERS.containsKey(first)) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid command: genai-perf " + first + " (" + OTHERS.get(first) + ")",
          List.of());
    }
    if (first.startsWith("-")) {
      return GenAiPerfProfileCommand.carryOut(words, true, terminal);
    }
    TypedArguments.requireUnderstood(parsed);
    parsed.commandSpec().commandLine().usage(terminal.err());
    return ExitCode.USAGE;
  }
}
