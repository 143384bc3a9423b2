package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Commands for run files. */
@Command(
    name = "config",
    description = "Run files: YAML for profile --config to begin with, and what is wrong with one.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigInitCommand.class, ConfigValidateCommand.class, ConfigExpandCommand.class})
final class ConfigCommand {}
