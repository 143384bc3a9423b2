package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Commands for run files. */
@Command(
    name = "config",
    description = "Creates, validates and expands YAML run files for profile --config.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigInitCommand.class, ConfigValidateCommand.class, ConfigExpandCommand.class})
final class ConfigCommand {}
