package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Parent of the commands that check input files, with the name of AIPerf's command. */
@Command(
    name = "validate",
    description = "Checks an input file line by line.",
    synopsisSubcommandLabel = "FORMAT",
    subcommands = ValidateTraceCommand.class)
final class ValidateCommand {}
