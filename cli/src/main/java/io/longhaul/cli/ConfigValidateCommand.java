package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.ProfileSettings;
import io.longhaul.cli.options.TypedArguments;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Validates a run file. */
@Command(
    name = "validate",
    description = {
      "Says whether profile --config would carry a file out, and all that is wrong with it if not:",
      "its keys and values, and whether its prompts, tokenizer and folder can be had here."
    })
final class ConfigValidateCommand implements Action {
  @Parameters(arity = "1", paramLabel = "FILE", description = "A run as AIPerf writes it in YAML.")
  Path file;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    ProfileSettings settings =
        ProfileCommand.settings(List.of("--config", file.toString()), terminal);
    settings.notes().forEach(note -> terminal.err().println("Note: " + note));
    terminal.out().println("Configuration valid: " + file);
    return ExitCode.DONE;
  }
}
