package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.options.CommandLineParsing;
import io.longhaul.cli.options.InvalidOptionsException;
import io.longhaul.pipeline.JobStartException;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** An action that is executed only if the parser has understood all arguments. */
interface CheckedAction extends Action {
  @Override
  default ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          JobStartException,
          ChildFailedException,
          IOException,
          InterruptedException {
    CommandLineParsing.requireUnderstood(parsed);
    return run(terminal);
  }

  /** Executes the command; the exceptions are those of {@link Action}. */
  ExitCode run(Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          JobStartException,
          ChildFailedException,
          IOException,
          InterruptedException;
}
