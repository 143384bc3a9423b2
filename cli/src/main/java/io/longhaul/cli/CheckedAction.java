package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.options.CommandLineParsing;
import picocli.CommandLine.ParseResult;

/** An action that is executed only if the parser has understood all arguments. */
interface CheckedAction extends Action {
  @Override
  default ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    CommandLineParsing.requireUnderstood(parsed);
    return run(terminal);
  }

  /**
   * Executes the command.
   *
   * @throws Exception with a message for users
   */
  ExitCode run(Terminal terminal) throws Exception;
}
