package io.longhaul.cli;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.ProfileHelp;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.pipeline.JobStartException;
import io.longhaul.sinks.folder.ForeignFilesException;
import io.longhaul.sinks.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The root command: parses a command line, executes it and returns the exit status. */
@Command(
    name = "longhaul",
    description =
        "Puts sustained, realistic load on LLM inference servers and measures how they respond.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Try it without a server:    longhaul demo",
      "Options of a command:       longhaul profile --help",
      "Completion in bash or zsh:  source <(longhaul completion)"
    },
    versionProvider = Version.class)
final class Longhaul {
  private static final Logger LOG = LoggerFactory.getLogger(Longhaul.class);

  private static final String HELP = "--help";

  /** All commands, in the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          ProfileCommand.class,
          DemoCommand.class,
          CalibrateCommand.class,
          MarkCommand.class,
          ReportCommand.class,
          PlotCommand.class,
          AnalyzeCommand.class,
          CompareCommand.class,
          HistoryCommand.class,
          RunsCommand.class,
          WebCommand.class,
          VerifyCommand.class,
          ResumeCommand.class,
          CompactCommand.class,
          RegisterCommand.class,
          ConfigCommand.class,
          GenAiPerfCommand.class,
          RecordCommand.class,
          SynthesizeCommand.class,
          ValidateCommand.class,
          AnalyzeTraceCommand.class,
          MockServerCommand.class,
          GenerateCommand.class,
          SampleGpusCommand.class,
          PipelineCommand.class,
          TopicsCommand.class,
          CompletionCommand.class);

  private final Terminal terminal;

  @Option(
      names = {"-h", HELP},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  boolean debug;

  Longhaul(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Executes one command line and returns its exit status. */
  int run(List<String> arguments) {
    CommandLine commandLine = commandLine(called(arguments));
    String[] words = arguments.stream().flatMap(Longhaul::partedHelp).toArray(String[]::new);
    ParseResult parsed = commandLine.parseArgs(CommandLineParsing.normalized(words));
    ParseResult command = innermost(parsed);
    CommandLine invoked = command.commandSpec().commandLine();
    if (command.isUsageHelpRequested() || parsed.isUsageHelpRequested()) {
      return help(invoked, command.originalArgs()).status();
    }
    if (parsed.isVersionHelpRequested()) {
      commandLine.printVersionHelp(terminal.out());
      return ExitCode.DONE.status();
    }
    try {
      if (invoked.getCommand() instanceof Action action) {
        return action.run(command, terminal).status();
      }
      CommandLineParsing.requireUnderstood(parsed);
      invoked.usage(terminal.err());
      terminal.message("Nothing was started: " + nameOf(invoked) + " needs one of these commands");
      return ExitCode.USAGE.status();
    } catch (InvalidOptionsException e) {
      e.problems().forEach(terminal::message);
      terminal.message("Nothing was started; see " + nameOf(invoked) + " --help");
      return ExitCode.USAGE.status();
    } catch (RunFailedException e) {
      LOG.error("Run failed", e);
      e.details().forEach(terminal::message);
      terminal.message(String.valueOf(e.getMessage()));
      printStackTraceIfDebug(e);
      return e.exitCode().status();
    } catch (ForeignFilesException | DatasetException | JobStartException e) {
      terminal.message(String.valueOf(e.getMessage()));
      return ExitCode.USAGE.status();
    } catch (StoreException e) {
      LOG.error("The object store failed", e);
      terminal.message("Cannot access %s: %s".formatted(e.getFile(), e.getReason()));
      printStackTraceIfDebug(e);
      return ExitCode.INFRASTRUCTURE_FAILED.status();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.message("The command was interrupted before it completed");
      return ExitCode.INTERRUPTED.status();
    } catch (Exception e) {
      LOG.error("Command failed", e);
      terminal.message("Longhaul failed: " + causeOf(e) + (debug ? "" : " (--debug shows where)"));
      printStackTraceIfDebug(e);
      return ExitCode.INTERNAL_ERROR.status();
    }
  }

  /** Splits {@code --help=load} into {@code --help load}. */
  private static Stream<String> partedHelp(String word) {
    return word.startsWith(HELP + "=")
        ? Stream.of(HELP, word.substring(HELP.length() + 1))
        : Stream.of(word);
  }

  private ExitCode help(CommandLine invoked, List<String> words) {
    Optional<String> topic = topicOf(words).filter(word -> !word.equals(invoked.getCommandName()));
    if (!(invoked.getCommand() instanceof ProfileCommand)
        || topic.filter(ProfileHelp.ALL::equals).isPresent()) {
      invoked.usage(terminal.out());
      return ExitCode.DONE;
    }
    ProfileHelp help = new ProfileHelp(invoked.getCommandSpec());
    Optional<CommandLine> shown =
        topic.isPresent() ? help.about(topic.get()) : Optional.of(help.inShort());
    if (shown.isEmpty()) {
      terminal.message("Invalid --help: " + topic.get() + " (" + help.advice() + ")");
      return ExitCode.USAGE;
    }
    shown.get().usage(terminal.out());
    return ExitCode.DONE;
  }

  /** Returns the argument of the help option, if there is one. */
  private static Optional<String> topicOf(List<String> words) {
    for (int i = 0; i < words.size() - 1; i++) {
      if (words.get(i).equals(HELP) || words.get(i).equals("-h")) {
        return Optional.of(words.get(i + 1)).filter(word -> !word.startsWith("-"));
      }
    }
    return Optional.empty();
  }

  /** Returns the message of an I/O failure; for other failures also the exception's class. */
  private static String causeOf(Exception failure) {
    String message = failure.getMessage();
    return failure instanceof IOException && message != null ? message : failure.toString();
  }

  private void printStackTraceIfDebug(Exception failure) {
    if (debug) {
      failure.printStackTrace(terminal.err());
    }
  }

  /** Returns the command that the first word calls, because to create all takes a while. */
  private static List<Class<?>> called(List<String> arguments) {
    return COMMANDS.stream()
        .filter(type -> !arguments.isEmpty() && arguments.get(0).equals(nameOf(type)))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  private static String nameOf(Class<?> command) {
    return requireNonNull(command.getAnnotation(Command.class)).name();
  }

  /** Creates the parser with all commands. */
  CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  private CommandLine commandLine(List<Class<?>> commands) {
    CommandLine root = new CommandLine(this);
    commands.forEach(root::addSubcommand);
    CommandLine commandLine = CommandLineParsing.collecting(root);
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
