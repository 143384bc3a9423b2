package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.Sweep;
import io.longhaul.config.runfile.CellListing;
import io.longhaul.control.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the cells of a run file's sweep. */
@Command(
    name = "expand",
    description = {
      "Lists the cells of a run file's sweep in order, with the folder and the swept values of",
      "each, without starting anything."
    })
final class ConfigExpandCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(arity = "1", paramLabel = "FILE", description = "Run file in AIPerf's YAML format.")
  Path file;

  @Option(
      names = {"-F", "--full"},
      description = "Also show the command line of each cell, without secrets.")
  boolean full;

  @Option(
      names = {"-i", "--index"},
      paramLabel = "N",
      description = "Show only this cell, counted from 0, with its command line.")
  @Nullable String index;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "Output format: text, yaml or json. Default: text")
  String format = "text";

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    List<Sweep.Cell> cells =
        ProfileCommand.validated(List.of("--config", file.toString()), terminal)
            .sweep()
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
  private @Nullable Integer only(int cells, OptionProblems problems) {
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
