package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.control.ExitCode;
import java.util.Iterator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the completion script for shells. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash, zsh and fish.",
    footer = {
      "",
      "bash:  echo 'source <(longhaul completion bash)' >> ~/.bashrc",
      "zsh:   echo 'source <(longhaul completion zsh)' >> ~/.zshrc",
      "fish:  longhaul completion fish > ~/.config/fish/completions/longhaul.fish"
    })
final class CompletionCommand implements CheckedAction {
  private static final String FISH = "fish";

  private static final List<String> SHELLS = List.of("bash", "zsh", FISH);

  /** Values that a shell completes. */
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SHELLS.iterator();
    }
  }

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash, zsh or fish. The script is the same for bash and zsh. Default: bash")
  String shell = "bash";

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    if (!SHELLS.contains(shell)) {
      OptionProblems problems = new OptionProblems();
      problems.invalid("SHELL", shell, "bash, zsh or fish");
      problems.throwIfAny();
    }
    CommandLine program = new Longhaul(terminal).commandLine();
    terminal
        .out()
        .print(
            shell.equals(FISH)
                ? FishCompletion.of(program.getCommandSpec())
                : AutoComplete.bash("longhaul", program));
    return ExitCode.DONE;
  }
}
