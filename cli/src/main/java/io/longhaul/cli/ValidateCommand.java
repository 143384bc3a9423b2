package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Validates files, as AIPerf's command of this name does. */
@Command(
    name = "validate",
    description = "Checks an input file line by line.",
    synopsisSubcommandLabel = "FORMAT",
    subcommands = ValidateTraceCommand.class)
final class ValidateCommand {}
