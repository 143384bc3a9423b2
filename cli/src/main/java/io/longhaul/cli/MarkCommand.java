package io.longhaul.cli;

import io.longhaul.cli.api.RunApiClient;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.schema.MarkRules;
import io.longhaul.wire.MarkSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds a mark to a run in progress. */
@Command(
    name = "mark",
    description = {
      "Adds a mark, such as \"deployed 1.4.2\", to a run in progress.",
      "A mark is a vertical line in the charts of the run, a row in its lake, and an entry in its",
      "documents."
    })
final class MarkCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      index = "0",
      paramLabel = "URL",
      description = "URL that the run has printed as its live view, with its token.")
  String url;

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      index = "1",
      paramLabel = "TEXT",
      description = "What has happened: 1 to 200 characters in one line.")
  String text;

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, InterruptedException {
    OptionProblems problems = new OptionProblems();
    Optional<RunApiClient> api = RunApiClient.of(url);
    if (api.isEmpty()) {
      problems.invalid("URL", url, "the one that the run has printed as its live view");
    }
    String valid = "";
    try {
      valid = MarkRules.requireText(text);
    } catch (IllegalArgumentException e) {
      problems.addMessageOf(e);
    }
    problems.throwIfAny();
    Instant time = api.orElseThrow().addMark(valid, MarkSource.COMMAND);
    terminal.out().println("Added at " + time.truncatedTo(ChronoUnit.MILLIS) + ": " + valid);
    return ExitCode.DONE;
  }
}
