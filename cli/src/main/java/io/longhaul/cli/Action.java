package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import picocli.CommandLine.ParseResult;

/** The action of a command. */
interface Action {
  /**
   * Validates all options, then executes the command.
   *
   * @param parsed the command's parsed arguments
   * @throws io.longhaul.cli.options.InvalidOptionsException if options are invalid; nothing was
   *     started
   * @throws Exception with a message for users
   */
  ExitCode run(ParseResult parsed, Terminal terminal) throws Exception;
}
