package io.longhaul.cli;

import io.longhaul.cli.embedded.ParentLease;
import io.longhaul.cli.series.ArgumentsLine;
import java.io.IOException;

/** The program as one run of several, whose parent tells it its command line. */
public final class SeriesRunMain {
  private SeriesRunMain() {}

  /**
   * Reads the command line from standard input, carries it out and exits with its status; ends at
   * once when its parent has.
   *
   * @param arguments the run's name, for people who look at processes
   */
  public static void main(String[] arguments) throws IOException {
    String line = ParentOptions.readLine(System.in);
    ParentLease.watch(System.in, () -> {});
    Main.execute(ArgumentsLine.words(line));
  }
}
