package io.longhaul.cli;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
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
