package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Commands for run files. */
@Command(
    name = "config",
    description =
        "Creates and validates YAML run files for profile --config, and lists the cells of their"
            + " sweeps.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigInitCommand.class, ConfigValidateCommand.class, ConfigExpandCommand.class})
final class ConfigCommand {}
