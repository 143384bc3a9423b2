package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.cli.console.TraceReport;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.dataset.trace.TraceAnalysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Analyzes a trace, as AIPerf's command of this name does. */
@Command(
    name = "analyze-trace",
    description =
        "Reports the prompt and output lengths of a mooncake_trace and how much its prompts"
            + " overlap.",
    sortOptions = false)
final class AnalyzeTraceCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      paramLabel = "FILE",
      description = "Trace to analyze, one JSON object per line; may be gzipped (.gz).")
  Path trace;

  @Option(
      names = "--block-size",
      description = "Number of tokens that each entry of hash_ids represents. Default: 512")
  OptionValue.@Nullable Count blockSize;

  @Option(names = "--output-file", description = "Also write the results to this file as JSON.")
  @Nullable Path output;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException {
    TraceAnalysis analysis = TraceAnalysis.of(trace, OptionValue.of(blockSize, 512));
    terminal.out().print(TraceReport.text(analysis));
    if (output != null) {
      write(analysis, output);
      terminal.out().println("\nAnalysis report saved to " + output);
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
