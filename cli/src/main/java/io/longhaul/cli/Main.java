package io.longhaul.cli;

import java.util.List;

/** The main class. */
public final class Main {
  private Main() {}

  /** Executes one command and exits with its status. */
  public static void main(String[] arguments) {
    execute(List.of(arguments));
  }

  static void execute(List<String> words) {
    Terminal terminal = Terminal.ofThisProcess();
    int status = new Longhaul(terminal).run(words);
    terminal.out().flush();
    terminal.err().flush();
    System.exit(status);
  }
}
