package io.longhaul.cli.options;

import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Where a run tells other programs how it goes. */
final class ApiOptions {
  static final String HOST = "--api-host";
  static final String PORT = "--api-port";
  private static final String THIS_MACHINE_ONLY = "127.0.0.1";
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = PORT,
      paramLabel = "PORT",
      description =
          "Tell over HTTP and WebSocket on this port how the run goes, with a page for people at"
              + " /dashboard; 0 for any free port.")
  String port;

  @Option(
      names = HOST,
      paramLabel = "HOST",
      description =
          "Address to tell it on. Nobody is asked who they are: who reaches another address than"
              + " this machine's own can read the run's state and end the run. Default: 127.0.0.1")
  String host;

  /** The address that was asked for, if one was. */
  Optional<ApiAddress> address(Numbers numbers, OptionProblems problems) {
    if (port == null) {
      if (host != null) {
        problems.needs(HOST, host, PORT);
      }
      return Optional.empty();
    }
    OptionalInt number = numbers.count(PORT, port, 0, HIGHEST_PORT);
    return number.isEmpty()
        ? Optional.empty()
        : Optional.of(new ApiAddress(hostOrDefault(), number.getAsInt()));
  }

  private String hostOrDefault() {
    if (host == null) {
      return THIS_MACHINE_ONLY;
    }
    String stripped = host.strip();
    boolean inBrackets = stripped.startsWith("[") && stripped.endsWith("]");
    return inBrackets ? stripped.substring(1, stripped.length() - 1) : stripped;
  }
}
