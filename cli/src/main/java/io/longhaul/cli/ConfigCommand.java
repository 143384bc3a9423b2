package io.longhaul.cli;

import picocli.CommandLine.Command;

/** What can be done with run files beside carrying them out. */
@Command(
    name = "config",
    description = "Run files: YAML for profile --config to begin with, and what is wrong with one.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ConfigInitCommand.class, ConfigValidateCommand.class, ConfigExpandCommand.class})
final class ConfigCommand {}
