package io.longhaul.cli;

import io.longhaul.cli.series.GenAiPerfSweepSeries;
import io.longhaul.cli.series.PlannedRun;
import io.longhaul.cli.series.RunProcesses;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.genaiperf.GenAiPerfArguments;
import io.longhaul.config.genaiperf.GenAiPerfSweep;
import io.longhaul.config.options.CommandLineText;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** Executes a sweep of GenAI-Perf. */
@Command(
    name = "analyze",
    description = {
      "Runs a sweep with a GenAI-Perf command line and prints a table that compares the runs.",
      "There is one run for each value of a parameter, or for each combination of values. The",
      "table is sorted by throughput, highest first. Each run writes to the folder that",
      "longhaul genai-perf profile would use."
    },
    customSynopsis =
        "longhaul genai-perf analyze --sweep-type TYPE --sweep-range MIN:MAX[:STEP] [OPTION]...",
    optionListHeading = "%n",
    footer = {
      "",
      "Types are concurrency, num_dataset_entries, input_sequence_length and request_rate.",
      "Instead of a range, you can give a list: --sweep-list N,N,... Without a step, a range",
      "consists of powers of two, or of all whole numbers for num_dataset_entries. Repeat the",
      "options to sweep several parameters in all combinations. All other options are those of",
      "longhaul genai-perf profile. For example:",
      "",
      "longhaul genai-perf analyze -m llama-3 --endpoint-type chat --streaming \\",
      "  --sweep-type concurrency --sweep-range 1:64 -u localhost:8000"
    })
final class GenAiPerfAnalyzeCommand implements Action {
  private static final String NAME = "analyze";
  private static final String TABLE = "analyze_export_genai_perf.csv";

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    List<String> words = GenAiPerfCommand.argumentsAfter(NAME, parsed);
    return execute(GenAiPerfArguments.ofAnalyze(words), terminal);
  }

  /** Executes the sweep. */
  static ExitCode execute(GenAiPerfArguments arguments, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    GenAiPerfSweep sweep = GenAiPerfSweep.of(arguments);
    List<PlannedRun> points = new ArrayList<>();
    for (GenAiPerfSweep.Point point : sweep.points()) {
      ProfileSettings settings = ProfileCommand.validated(point.options(), terminal).settings();
      if (settings.repeats().areSeveral() || settings.dryRun()) {
        throw RunFailedException.usage(
            "Invalid --num-profile-runs or --dry-run: not with analyze, which compares single runs"
                + " (give it to genai-perf profile)");
      }
      points.add(PlannedRun.alone(point.name(), point.options().words(), settings.layout()));
    }
    sweep.notes().forEach(terminal::note);
    for (PlannedRun point : points) {
      terminal.message(
          "As: " + CommandLineText.pasteable(CommandLineText.withoutSecrets(point.words())));
    }
    try (RunProcesses processes = new RunProcesses(SeriesRunMain.class)) {
      return new GenAiPerfSweepSeries(
              points, sweep.folder().resolve(TABLE), processes, terminal.out(), terminal.err())
          .execute();
    }
  }
}
