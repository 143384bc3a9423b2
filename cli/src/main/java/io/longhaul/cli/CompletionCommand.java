package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.control.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the completion script for shells. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash and zsh.",
    footer = {
      "",
      "bash:  echo 'source <(longhaul completion bash)' >> ~/.bashrc",
      "zsh:   echo 'source <(longhaul completion zsh)' >> ~/.zshrc"
    })
final class CompletionCommand implements CheckedAction {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SHELL",
      description = "bash or zsh. The script is the same for both.")
  String shell = "bash";

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    if (!SHELLS.contains(shell)) {
      OptionProblems problems = new OptionProblems();
      problems.invalid("SHELL", shell, String.join(" or ", SHELLS));
      problems.throwIfAny();
    }
    terminal.out().print(AutoComplete.bash("longhaul", new Longhaul(terminal).commandLine()));
    return ExitCode.DONE;
  }
}
