package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Whether a file is what it should be; AIPerf's command of this name. */
@Command(
    name = "validate",
    description = "Tells whether a file is good, line by line.",
    synopsisSubcommandLabel = "FORMAT",
    subcommands = ValidateTraceCommand.class)
final class ValidateCommand {}
