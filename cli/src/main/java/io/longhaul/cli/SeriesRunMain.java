package io.longhaul.cli;

import io.longhaul.cli.api.LiveViewAddress;
import io.longhaul.cli.embedded.ParentLease;
import io.longhaul.cli.series.ArgumentsLine;
import java.io.IOException;

/** The main class of one run of a series, which receives its command line from its parent. */
public final class SeriesRunMain {
  private SeriesRunMain() {}

  /**
   * Reads the address of the live view and the command line from standard input, executes it and
   * exits with its status; ends within seconds when the parent ends.
   *
   * @param arguments the run's name, which is visible in process listings
   */
  public static void main(String[] arguments) throws IOException {
    LiveViewAddress.receive(ParentOptions.readLine(System.in));
    String line = ParentOptions.readLine(System.in);
    // An exit restores a terminal that shows the dashboard.
    ParentLease.watch(System.in, () -> Runtime.getRuntime().exit(0));
    Main.execute(ArgumentsLine.words(line));
  }
}
