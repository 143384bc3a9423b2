package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.api.RunApiClient;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.schema.MarkRules;
import io.longhaul.wire.MarkSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
  private static final String STANDARD_INPUT = "-";

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      index = "0",
      paramLabel = "URL",
      description =
          "URL that the run has printed as its live view, with its token; - to read it from standard"
              + " input, because other users of the machine can see command lines.")
  String url;

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      index = "1",
      paramLabel = "TEXT",
      description = "What has happened: 1 to 200 characters in one line.")
  String text;

  private static String readUrl() throws IOException {
    String line = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
    return line == null ? "" : line.strip();
  }

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    OptionProblems problems = new OptionProblems();
    Optional<RunApiClient> api = RunApiClient.of(url.equals(STANDARD_INPUT) ? readUrl() : url);
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
