package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Parent of the commands that create, validate and expand run files. */
@Command(
    name = "config",
    description = "Creates, validates and expands YAML run files for profile --config.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigInitCommand.class, ConfigValidateCommand.class, ConfigExpandCommand.class})
final class ConfigCommand {}
