package io.longhaul.cli;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.MockServerProcess;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a demonstration against a mock server. */
@Command(
    name = "demo",
    description = {
      "Runs a demo on this machine, without an inference server or a GPU.",
      "Starts a mock server and a mock DCGM exporter, puts load on the server for 20 seconds, and",
      "reports results in time slices of 2 seconds."
    })
final class DemoCommand implements CheckedAction {
  private static final String SECONDS = "20";

  @Option(
      names = {"--artifact-dir", "--output-artifact-dir"},
      paramLabel = "DIR",
      description =
          "Folder for the results. Default: artifacts/demo, or artifacts/demo-<time> if that folder"
              + " contains a run")
  @Nullable Path typedFolder;

  @Option(
      names = "--replace",
      description = "Delete the results that the folder already contains, but no other files.")
  boolean replace;

  Path folder = Path.of("artifacts", "demo");

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "Duration of the load. Default: " + SECONDS)
  String seconds = SECONDS;

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          ChildFailedException,
          IOException,
          InterruptedException {
    if (typedFolder != null) {
      folder = typedFolder;
    } else if (!replace) {
      folder = ArtifactFolder.unused(folder);
    }
    Path mockLog = Files.createTempFile("longhaul-demo", ".log");
    List<String> mock =
        List.of(
            "mock-server", "--with-parent",
            "--port", "0",
            "--dcgm-port", "0",
            "--ttft", "normal(80ms,15ms)",
            "--itl", "normal(12ms,3ms)",
            "--osl", "uniform(32,96)",
            "--fault", "every 60: status 503");
    terminal.message("Starting a mock server: " + typed(without(mock, "--with-parent")));
    ExitCode ended = demonstrate(mock, mockLog, terminal);
    // The mock server's log is needed only if the demo failed.
    Files.delete(mockLog);
    return ended;
  }

  private ExitCode demonstrate(List<String> mock, Path mockLog, Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          ChildFailedException,
          IOException,
          InterruptedException {
    try (MockServerProcess server = MockServerProcess.start(Main.class.getName(), mock, mockLog)) {
      List<String> profile = new ArrayList<>();
      profile.addAll(
          List.of(
              "--model",
              "demo-model",
              "--tokenizer",
              "builtin",
              "--url",
              server.llm().toString(),
              "--streaming"));
      profile.addAll(
          List.of(
              "--concurrency", "16",
              "--isl", "128",
              "--benchmark-duration", seconds,
              "--slice-duration", "2",
              "--goodput", "time_to_first_token:120 request_latency:1500",
              "--gpu-telemetry", server.exporter().toString(),
              "--artifact-dir", folder.toString(),
              "--ui", "dashboard"));
      if (replace) {
        profile.add("--replace");
      }
      terminal.message("Running: " + typed(List.of("profile")) + " " + quoted(profile));
      ProfileSettings settings = ProfileCommand.validated(profile, terminal).settings();
      return ProfileCommand.execute(
          settings, ProfileCommand.style(settings, terminal), tips(), terminal);
    }
  }

  List<String> tips() {
    return List.of(
        "",
        "Three things to try next",
        "  Your own server:   "
            + typed(List.of("profile", "-m", "MODEL", "--tokenizer", "builtin"))
            + " -u HOST:PORT --streaming --concurrency 8 --benchmark-duration 60",
        "  The rows:          duckdb -c \"select outcome, count(*), avg(time_to_first_token_ns)/1e6"
            + " from read_parquet('"
            + folder
            + "/lake/requests/*.parquet') group by 1\"",
        "  The report again:  " + typed(List.of("report", folder.toString())));
  }

  /** Returns a command line of this program for the user to type. */
  private static String typed(List<String> words) {
    return quoted(List.of(ProgramName.typed())) + " " + quoted(words);
  }

  private static List<String> without(List<String> words, String word) {
    return words.stream().filter(each -> !each.equals(word)).toList();
  }

  private static String quoted(List<String> words) {
    List<String> quoted = new ArrayList<>();
    words.forEach(word -> quoted.add(word.matches("[\\w./:=-]+") ? word : "'" + word + "'"));
    return String.join(" ", quoted);
  }
}
