package io.longhaul.cli;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.forecast.DryRun;
import io.longhaul.cli.options.InvalidOptionsException;
import io.longhaul.cli.options.ProfileOptions;
import io.longhaul.cli.options.ProfileSettings;
import io.longhaul.cli.options.RunWords;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.cli.options.Ui;
import io.longhaul.cli.run.ProfileRun;
import io.longhaul.cli.run.RunSettings;
import io.longhaul.cli.series.RepeatedRuns;
import io.longhaul.cli.series.RunProcess;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** Puts load on a server and tells what came of it. */
@Command(
    name = "profile",
    description = "Puts load on an inference server and tells what came of it, slice by slice.",
    customSynopsis = "longhaul profile -m NAME [-u URL] [OPTION]...",
    sortOptions = false,
    descriptionHeading = "%n",
    optionListHeading = "%n",
    footer = {
      "",
      "Exit status: 0 done, 1 a fault of ours, 2 usage, 3 a threshold was not met, 4 the target",
      "failed, 5 data incomplete, 6 Kafka or Flink failed, 7 not to be trusted, 130 interrupted.",
      "",
      "longhaul profile -m llama-3 -u localhost:8000 --streaming --concurrency 32 \\",
      "  --benchmark-duration 600 --goodput 'time_to_first_token:200 request_latency:5000'"
    })
final class ProfileCommand implements Action {
  @Mixin ProfileOptions options = new ProfileOptions();

  /** Runs words that stand for others that were typed. */
  static ExitCode run(List<String> words, Terminal terminal) throws Exception {
    ProfileCommand command = new ProfileCommand();
    return command.run(command.parse(words), terminal);
  }

  /**
   * What such words mean, held against this machine.
   *
   * @throws InvalidOptionsException when they will not do
   */
  static ProfileSettings settings(List<String> words, Terminal terminal)
      throws InvalidOptionsException {
    ProfileCommand command = new ProfileCommand();
    return command.settings(command.parse(words), terminal);
  }

  private ParseResult parse(List<String> words) {
    return TypedArguments.collecting(new CommandLine(this))
        .parseArgs(TypedArguments.normalized(words.toArray(String[]::new)));
  }

  private ProfileSettings settings(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException {
    return options.settings(parsed, System.getenv(), RunIds.fromTime(), terminal.isInteractive());
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    ProfileSettings settings = settings(parsed, terminal);
    if (settings.dryRun()) {
      return new DryRun(settings).tell(terminal.out(), terminal.err());
    }
    if (settings.repeats().areSeveral()) {
      return new RepeatedRuns(
              settings.repeats(),
              RunWords.of(parsed),
              settings.layout(),
              run -> RunProcess.start(RunOfSeries.class.getName(), run),
              terminal.out(),
              terminal.err())
          .carryOut();
    }
    return new ProfileRun(
            new RunSettings(
                settings,
                Main.class.getName(),
                new ChildSecrets(settings.secretHeaders()).toLine(),
                Version.text(),
                ProgressStyle.of(settings.ui() == Ui.SIMPLE, terminal.isInteractive()),
                terminal.showsResults(),
                List.of()),
            terminal.out(),
            terminal.err())
        .carryOut();
  }
}
