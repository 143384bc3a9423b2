package io.longhaul.cli;

import picocli.CommandLine.Command;

/** Shows finished runs from other sides, as AIPerf's command of this name does. */
@Command(
    name = "analyze",
    description = "Shows the sessions and the messages of finished runs.",
    synopsisSubcommandLabel = "VIEW",
    subcommands = {SwimLaneCommand.class, TurnMessagesCommand.class})
final class AnalyzeCommand {}
