package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.console.TraceReport;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.AnalyzeTraceOptions;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.dataset.trace.TraceAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** Analyzes a trace, as AIPerf's command of this name does. */
@Command(
    name = "analyze-trace",
    description =
        "Reports the prompt and output lengths of a mooncake_trace and how much its prompts"
            + " overlap.",
    sortOptions = false)
final class AnalyzeTraceCommand implements Action {
  @Mixin AnalyzeTraceOptions options = new AnalyzeTraceOptions();

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException {
    AnalyzeTraceOptions.Wanted wanted = options.wanted(parsed);
    TraceAnalysis trace = TraceAnalysis.of(wanted.trace(), wanted.blockTokens());
    terminal.out().print(TraceReport.text(trace));
    if (wanted.output() != null) {
      write(trace, wanted.output());
      terminal.out().println("\nAnalysis report saved to " + wanted.output());
    }
    return ExitCode.DONE;
  }

  private static void write(TraceAnalysis trace, Path file) throws RunFailedException {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, TraceReport.json(trace), UTF_8);
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot write " + file + ": " + e.getMessage() + " (give another --output-file)");
    }
  }
}
