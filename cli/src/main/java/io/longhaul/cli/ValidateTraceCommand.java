package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.options.CommandLineParsing;
import io.longhaul.load.dataset.DatasetException;
import io.longhaul.load.dataset.TraceCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Validates that a trace can be replayed. */
@Command(
    name = "mooncake-trace",
    description = {
      "Reports each line of a mooncake_trace that cannot be replayed, and why.",
      "The exit status is 0 if all lines can be replayed, otherwise 2."
    },
    sortOptions = false)
final class ValidateTraceCommand implements Action {
  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "Trace to check, one JSON object per line; may be gzipped (.gz).")
  Path input;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    CommandLineParsing.requireUnderstood(parsed);
    if (input == null) {
      throw new RunFailedException(
          ExitCode.USAGE, "Invalid --input: none (name the trace to validate)", List.of());
    }
    AtomicLong bad = new AtomicLong();
    long rows;
    try {
      rows =
          TraceCheck.of(
              input,
              problem -> {
                bad.incrementAndGet();
                terminal.out().println(problem);
              });
    } catch (DatasetException e) {
      throw new RunFailedException(ExitCode.USAGE, e.getMessage(), List.of());
    }
    if (bad.get() > 0) {
      terminal.out().println("Validation failed with " + bad + " error(s).");
      throw new RunFailedException(
          ExitCode.USAGE,
          "Invalid --input: %s (correct the %s above)"
              .formatted(input, bad.get() == 1 ? "line" : bad + " lines"),
          List.of());
    }
    terminal.out().println("Validation passed: " + rows + " rows are Mooncake-compatible.");
    return ExitCode.DONE;
  }
}
