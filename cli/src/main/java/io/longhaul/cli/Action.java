package io.longhaul.cli;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.pipeline.JobStartException;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** The action of a command. */
interface Action {
  /**
   * Validates all options, then executes the command.
   *
   * @param parsed the command's parsed arguments
   * @throws InvalidOptionsException if options are invalid; nothing was started
   * @throws RunFailedException if the command failed, with a message for users and an exit code
   * @throws JobStartException if the job would write rows twice
   * @throws ChildFailedException if a process of the run did not start
   */
  ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          JobStartException,
          ChildFailedException,
          IOException,
          InterruptedException;
}
