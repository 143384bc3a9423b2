package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import picocli.CommandLine.ParseResult;

/** What a command does. */
interface Action {
  /**
   * Does it, after all that can be wrong with its options was looked for.
   *
   * @param parsed the command's own words
   * @throws io.longhaul.cli.options.InvalidOptionsException when there is anything wrong with them;
   *     nothing was started then
   * @throws Exception with a message for people
   */
  ExitCode run(ParseResult parsed, Terminal terminal) throws Exception;
}
