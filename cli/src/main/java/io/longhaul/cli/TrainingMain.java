package io.longhaul.cli;

import io.longhaul.cli.embedded.MockServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Main class of the runs with which the launcher prepares faster starts: their JVMs record which
 * classes and methods they use.
 */
public final class TrainingMain {
  private static final List<String> SERVER =
      List.of(
          "mock-server", "--with-parent",
          "--port", "0",
          "--dcgm-port", "0",
          "--ttft", "normal(5ms,1ms)",
          "--itl", "normal(1ms,200us)",
          "--osl", "32");

  private static final List<String> LOAD =
      List.of(
          "--model",
          "mock-model",
          "--tokenizer",
          "builtin",
          "--streaming",
          "--concurrency",
          "64",
          "--isl",
          "128",
          "--slice-duration",
          "1",
          "--goodput",
          "time_to_first_token:120");

  private TrainingMain() {}

  /**
   * Executes brief commands, or a closed loop at full speed against a mock server.
   *
   * @param arguments {@code commands} or {@code run}, a folder for the results, and the number of
   *     requests of the load
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    List<String> profile =
        new ArrayList<>(
            List.of(
                "profile",
                "--artifact-dir",
                folder.resolve("run").toString(),
                "--request-count",
                arguments[2]));
    profile.addAll(LOAD);
    System.exit(
        arguments[0].equals("run")
            ? loadMockServer(profile, folder)
            : executeBriefCommands(profile));
  }

  private static int executeBriefCommands(List<String> profile) {
    profile.add("--dry-run");
    return execute(List.of("--version"))
        | execute(List.of("--help"))
        | execute(List.of("profile", "--help"))
        | execute(profile);
  }

  private static int loadMockServer(List<String> profile, Path folder) throws Exception {
    try (MockServerProcess server =
        MockServerProcess.start(Main.class.getName(), SERVER, folder.resolve("mock-server.log"))) {
      profile.addAll(
          List.of(
              "--url", server.llm().toString(),
              "--gpu-telemetry", server.exporter().toString()));
      return execute(profile);
    }
  }

  private static int execute(List<String> words) {
    Terminal terminal = Terminal.ofThisProcess();
    int status = new Longhaul(terminal).run(words);
    terminal.out().flush();
    return status;
  }
}
