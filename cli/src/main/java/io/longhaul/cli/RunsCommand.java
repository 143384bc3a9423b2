package io.longhaul.cli;

import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.web.LakeRuns;
import io.longhaul.cli.web.RunList;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.report.runs.RunsColumn;
import io.longhaul.report.runs.RunsQuery;
import io.longhaul.report.runs.RunsTable;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Lists the runs of a lake. */
@Command(
    name = "runs",
    description = {
      "Lists the runs of a lake: what they tested, their state and their main figures.",
      "It only reads, also while runs write to the lake."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul runs /data/lake --filter llama-3",
      "longhaul runs /data/lake --sort ttft_p99 --format csv > runs.csv"
    })
final class RunsCommand implements Action {
  @Parameters(
      arity = "0..1",
      paramLabel = "LAKE",
      hideParamSyntax = true,
      description = "Lake (folder of Parquet files) with any number of runs.")
  @Nullable String lakeFolder;

  @Option(
      names = "--filter",
      paramLabel = "WORDS",
      description =
          "Only runs whose ID, start, status, model, load or target contain all of these words.")
  String filter = "";

  @Option(
      names = "--sort",
      paramLabel = "COLUMN",
      description =
          "Column by which the runs are sorted, numbers from the greatest: run, start, duration,"
              + " status, trusted, model, load, requests, errors, ttft_p50, ttft_p99, goodput or"
              + " target. Default: start, the newest run first")
  String sort = RunsColumn.START.key();

  @Option(names = "--reverse", description = "Reverse the order.")
  boolean reverse;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the output: table, json or csv. Default: table")
  OptionValue.@Nullable Word<Format> format;

  /** A format of the list. */
  enum Format implements Keyword {
    TABLE,
    JSON,
    CSV
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, IOException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    Optional<RunsColumn> column = RunsColumn.named(sort.toLowerCase(Locale.ROOT));
    if (column.isEmpty()) {
      problems.invalid(
          "--sort",
          sort,
          Arrays.stream(RunsColumn.values())
              .map(RunsColumn::key)
              .collect(Collectors.joining(", ", "one of ", "")));
    }
    Optional<Lake> lake = GivenLake.argument(lakeFolder, problems);
    problems.throwIfAny();

    LakeRuns runs =
        new LakeRuns(List.of(lake.orElseThrow()), LakeRuns.Announcements.NONE, Instant::now);
    runs.refresh();
    RunList found = runs.list();
    found.notes().forEach(terminal::warning);
    RunsColumn order = column.orElseThrow();
    RunsQuery query =
        new RunsQuery(filter.strip(), order, order.isGreatestFirst() != reverse, 1, Set.of());
    List<ListedRun> all = found.listed();
    print(new RunsTable(query.matching(all), all.size()), terminal);
    return ExitCode.DONE;
  }

  private void print(RunsTable table, Terminal terminal) throws IOException {
    switch (OptionValue.of(format, Format.TABLE)) {
      case TABLE -> {
        int columns =
            terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
        terminal.out().print(table.console(columns));
      }
      case JSON -> {
        JsonDocument.write(terminal.out(), table::write);
        terminal.out().println();
      }
      case CSV -> terminal.out().print(table.csv());
    }
  }
}
