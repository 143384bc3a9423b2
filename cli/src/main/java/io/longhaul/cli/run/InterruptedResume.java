package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import java.io.PrintStream;
import java.util.function.IntConsumer;

/**
 * Ends the process at the first Ctrl-C during {@code longhaul resume}, while it leads no load.
 *
 * @param err standard error
 */
record InterruptedResume(PrintStream err) implements IntConsumer {
  @Override
  public void accept(int number) {
    if (number == 1) {
      err.println();
      err.println(
          "The command was interrupted before the run was finished; repeat it to finish the run");
      err.flush();
      new Thread(() -> Runtime.getRuntime().exit(ExitCode.INTERRUPTED.status()), "exit").start();
    }
  }
}
