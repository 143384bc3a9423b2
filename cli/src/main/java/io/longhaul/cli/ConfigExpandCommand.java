package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.CommandLineText;
import io.longhaul.cli.options.Sweep;
import io.longhaul.cli.options.TypedArguments;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Tells the cells that a run file makes. */
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

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    Optional<Sweep> sweep = ProfileCommand.sweep(List.of("--config", file.toString()), terminal);
    if (sweep.isEmpty()) {
      terminal.out().println("One run: nothing is swept in " + file);
      return ExitCode.DONE;
    }
    for (Sweep.Cell cell : sweep.get().cells()) {
      terminal.out().println(cell.name() + "  (" + cell.label() + ")");
      if (full) {
        List<String> words = CommandLineText.withoutSecrets(cell.words().words());
        terminal.out().println("  " + CommandLineText.pasteable(words));
      }
    }
    return ExitCode.DONE;
  }
}
