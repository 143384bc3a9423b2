package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.control.ExitCode;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Validates a run file. */
@Command(
    name = "validate",
    description = {
      "Checks whether profile --config can run a file, and reports all problems: in its keys and",
      "values, and whether its dataset, tokenizer and folder are available on this machine."
    })
final class ConfigValidateCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(arity = "1", paramLabel = "FILE", description = "Run file in AIPerf's YAML format.")
  Path file;

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    ProfileSettings settings =
        ProfileCommand.validated(List.of("--config", file.toString()), terminal).settings();
    settings.notes().forEach(terminal::note);
    terminal.out().println("Configuration valid: " + file);
    return ExitCode.DONE;
  }
}
