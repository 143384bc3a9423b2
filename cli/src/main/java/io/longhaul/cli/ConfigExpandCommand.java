package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.OptionProblems;
import io.longhaul.cli.options.Sweep;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.cli.runfile.CellListing;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Lists the cells of a run file's sweep. */
@Command(
    name = "expand",
    description = {
      "Tells the cells that the sweep of a run file makes, in their order: the folder of each, and",
      "what is swept. Starts nothing."
    })
final class ConfigExpandCommand implements Action {
  @Parameters(arity = "1", paramLabel = "FILE", description = "A run as AIPerf writes it in YAML.")
  Path file;

  @Option(
      names = {"-F", "--full"},
      description = "Tell the command line of each, too, without secrets.")
  boolean full;

  @Option(
      names = {"-i", "--index"},
      paramLabel = "N",
      description = "Tell only this one, counted from 0, with its command line.")
  String index;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "How: text, yaml or json. Default: text")
  String format = "text";

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    List<Sweep.Cell> cells =
        ProfileCommand.sweep(List.of("--config", file.toString()), terminal)
            .map(Sweep::cells)
            .orElse(List.of());
    OptionProblems problems = new OptionProblems();
    Integer only = only(cells.size(), problems);
    Function<CellListing, String> written = written(problems);
    problems.throwIfAny();
    if (cells.isEmpty()) {
      terminal.out().println("One run: nothing is swept in " + file);
      return ExitCode.DONE;
    }
    terminal.out().print(written.apply(new CellListing(cells, only, full || only != null)));
    return ExitCode.DONE;
  }

  /** Returns the selected cell; null for all. */
  private Integer only(int cells, OptionProblems problems) {
    if (index == null) {
      return null;
    }
    for (int i = 0; i < cells; i++) {
      if (index.equals(Integer.toString(i))) {
        return i;
      }
    }
    problems.invalid("--index", index, cells == 0 ? "a file that sweeps" : "0 to " + (cells - 1));
    return null;
  }

  private Function<CellListing, String> written(OptionProblems problems) {
    return switch (format) {
      case "json" -> CellListing::json;
      case "yaml" -> CellListing::yaml;
      case "text" -> CellListing::text;
      default -> {
        problems.invalid("--format", format, "text, yaml or json");
        yield CellListing::text;
      }
    };
  }
}
