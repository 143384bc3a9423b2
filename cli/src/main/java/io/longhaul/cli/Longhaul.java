package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.folder.ForeignFilesException;
import io.longhaul.cli.options.InvalidOptionsException;
import io.longhaul.cli.options.TypedArguments;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** All commands: reads a command line, runs what it says, and tells how it went. */
@Command(
    name = "longhaul",
    description = "Sustained, realistic load on LLM inference servers, and what came of it.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Try it without a server:    longhaul demo",
      "All options of a command:   longhaul profile --help"
    },
    subcommands = {
      ProfileCommand.class,
      DemoCommand.class,
      ReportCommand.class,
      ConfigCommand.class,
      GenAiPerfCommand.class,
      RecordCommand.class,
      SynthesizeCommand.class,
      ValidateCommand.class,
      AnalyzeTraceCommand.class,
      MockServerCommand.class,
      GenerateCommand.class,
      PipelineCommand.class,
      TopicsCommand.class
    },
    versionProvider = Version.class)
final class Longhaul {
  private static final Logger LOG = LoggerFactory.getLogger(Longhaul.class);

  private final Terminal terminal;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show where in the program a failure came from.")
  boolean debug;

  Longhaul(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs one command line; the result is the exit status. */
  int run(List<String> arguments) {
    CommandLine commandLine = commandLine();
    ParseResult parsed =
        commandLine.parseArgs(TypedArguments.normalized(arguments.toArray(String[]::new)));
    ParseResult command = innermost(parsed);
    CommandLine asked = command.commandSpec().commandLine();
    if (command.isUsageHelpRequested() || parsed.isUsageHelpRequested()) {
      asked.usage(terminal.out());
      return ExitCode.DONE.status();
    }
    if (parsed.isVersionHelpRequested()) {
      commandLine.printVersionHelp(terminal.out());
      return ExitCode.DONE.status();
    }
    try {
      if (asked.getCommand() instanceof Action action) {
        return action.run(command, terminal).status();
      }
      TypedArguments.requireUnderstood(parsed);
      asked.usage(terminal.err());
      return ExitCode.USAGE.status();
    } catch (InvalidOptionsException e) {
      e.problems().forEach(terminal.err()::println);
      terminal.err().println("Nothing was started; see " + nameOf(asked) + " --help");
      return ExitCode.USAGE.status();
    } catch (RunFailedException e) {
      LOG.error("Run failed", e);
      terminal.err().println(e.getMessage());
      e.details().forEach(line -> terminal.err().println("  " + line));
      tellWhere(e);
      return e.exitCode().status();
    } catch (ForeignFilesException e) {
      terminal.err().println(e.getMessage());
      return ExitCode.USAGE.status();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED.status();
    } catch (Exception e) {
      LOG.error("Command failed", e);
      terminal.err().println("Longhaul failed: " + e + (debug ? "" : " (--debug shows where)"));
      tellWhere(e);
      return ExitCode.INTERNAL_ERROR.status();
    }
  }

  private void tellWhere(Exception failure) {
    if (debug) {
      failure.printStackTrace(terminal.err());
    }
  }

  /** The commands, ready to read words. */
  CommandLine commandLine() {
    CommandLine commandLine = TypedArguments.collecting(new CommandLine(this));
    commandLine.setUsageHelpWidth(100);
    commandLine.setUsageHelpLongOptionsMaxWidth(32);
    return commandLine;
  }

  private static ParseResult innermost(ParseResult parsed) {
    return parsed.hasSubcommand() ? innermost(parsed.subcommand()) : parsed;
  }

  private static String nameOf(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
