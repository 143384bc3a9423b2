package io.longhaul.cli;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.dataset.trace.TraceLines;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Validates that a trace can be replayed. */
@Command(
    name = "mooncake-trace",
    description = {
      "Reports each line of a mooncake_trace that cannot be replayed, and why.",
      "The exit status is 0 if all lines can be replayed, otherwise 2."
    },
    sortOptions = false)
final class ValidateTraceCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Option(
      names = "--input",
      required = true,
      description = "Trace to check, one JSON object per line; may be gzipped (.gz).")
  Path input;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException {
    AtomicLong bad = new AtomicLong();
    long rows =
        TraceLines.check(
            input,
            problem -> {
              bad.incrementAndGet();
              terminal.out().println(problem);
            });
    if (bad.get() > 0) {
      terminal.out().println("Validation failed with " + bad + " error(s).");
      throw RunFailedException.usage(
          "Invalid --input: %s (correct the %s above)"
              .formatted(input, bad.get() == 1 ? "line" : bad + " lines"));
    }
    terminal.out().println("Validation passed: " + rows + " rows are Mooncake-compatible.");
    return ExitCode.DONE;
  }
}
