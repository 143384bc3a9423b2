package io.longhaul.cli;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.genaiperf.GenAiPerfArguments;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/**
 * GenAI-Perf's commands. Options without a subcommand are a {@code profile} of the first release.
 */
@Command(
    name = "genai-perf",
    description = "Runs GenAI-Perf's commands with Longhaul.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      GenAiPerfProfileCommand.class,
      GenAiPerfAnalyzeCommand.class,
      GenAiPerfConfigCommand.class,
      GenAiPerfTemplateCommand.class,
      ProcessExportFilesCommand.class
    })
final class GenAiPerfCommand implements Action {
  private static final String NAME = "genai-perf";

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    List<String> words = argumentsAfter(NAME, parsed);
    String first = words.stream().findFirst().orElse("");
    if (first.startsWith("-")) {
      return GenAiPerfProfileCommand.execute(GenAiPerfArguments.ofProfile(words), true, terminal);
    }
    CommandLineParsing.requireUnderstood(parsed);
    parsed.commandSpec().commandLine().usage(terminal.err());
    terminal.message("Nothing was started: longhaul genai-perf needs one of these commands");
    return ExitCode.USAGE;
  }

  /** Returns the arguments after a command's name, which the command parses itself. */
  static List<String> argumentsAfter(String name, ParseResult parsed) {
    List<String> typed = parsed.originalArgs();
    return typed.subList(typed.indexOf(name) + 1, typed.size()).stream()
        .filter(word -> !word.equals("--debug"))
        .toList();
  }
}
