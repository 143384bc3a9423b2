package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.genaiperf.GenAiPerfArguments;
import io.longhaul.config.genaiperf.GenAiPerfTranslator;
import io.longhaul.config.options.CommandLineText;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** Executes a command line of GenAI-Perf. */
@Command(
    name = "profile",
    description = {
      "Accepts a GenAI-Perf command line, translates it into a longhaul profile command, which it",
      "prints, and runs that: the same load, GenAI-Perf's defaults, and its files in addition to",
      "Longhaul's. Options of longhaul profile, such as --fail-if, can be added."
    },
    customSynopsis = "longhaul genai-perf profile -m NAME... --endpoint-type TYPE [OPTION]...",
    optionListHeading = "%n",
    footer = {
      "",
      "docs/compatibility.md lists all options and their translation. For example:",
      "",
      "longhaul genai-perf profile -m llama-3 --endpoint-type chat --streaming --concurrency 8 \\",
      "  --synthetic-input-tokens-mean 200 --output-tokens-mean 100 -u localhost:8000"
    })
final class GenAiPerfProfileCommand implements Action {
  static final String NAME = "profile";

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    List<String> words = GenAiPerfCommand.argumentsAfter(NAME, parsed);
    return execute(GenAiPerfArguments.ofProfile(words), false, terminal);
  }

  /**
   * Executes a run with GenAI-Perf's options.
   *
   * @param firstRelease whether the subcommand is missing, as in release 24.03
   */
  static ExitCode execute(GenAiPerfArguments arguments, boolean firstRelease, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    GenAiPerfTranslator.Translation translated =
        GenAiPerfTranslator.translate(arguments, firstRelease).inUnusedFolder("");
    translated.notes().forEach(terminal::note);
    List<String> words = CommandLineText.withoutSecrets(translated.options().words());
    terminal.message("As: " + CommandLineText.pasteable(words));
    return ProfileCommand.run(translated.options(), terminal);
  }
}
