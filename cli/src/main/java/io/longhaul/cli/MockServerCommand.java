package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.time.ShortSlice;
import io.longhaul.mock.InvalidMockServerOptions;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.mock.script.FaultGrammar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a mock LLM server and a mock DCGM exporter with scripted timings and faults. */
@Command(
    name = "mock-server",
    description = {
      "Runs a mock LLM server and a mock DCGM exporter with scripted timings and faults.",
      "The server is OpenAI-compatible and supports Triton's gRPC on the same port.",
      "Distributions are written as 50ms (constant), uniform(10ms,90ms), normal(50ms,10ms),",
      "exponential(50ms) or lognormal(50ms,20ms)."
    })
final class MockServerCommand implements CheckedAction {
  /** Width of the column with the syntax of fault rules. */
  private static final int SYNTAX_WIDTH = 32;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on. Default: 127.0.0.1")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the LLM server; 0 for any free port. Default: 8000")
  int port = 8000;

  @Option(
      names = "--dcgm-port",
      paramLabel = "PORT",
      description = "Port of the DCGM exporter; 0 for any free port. Default: 9400")
  int dcgmPort = 9400;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      split = ",",
      description = "Models to report in /v1/models. Default: mock-model")
  List<String> models = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for all random choices. Default: 0")
  long seed;

  @Option(
      names = "--ttft",
      paramLabel = "TIME",
      description = "Distribution of the time to first token. Default: 50ms")
  String timeToFirstToken = "50ms";

  @Option(
      names = "--itl",
      paramLabel = "TIME",
      description = "Distribution of the time between tokens. Default: 10ms")
  String interTokenLatency = "10ms";

  @Option(
      names = "--osl",
      paramLabel = "TOKENS",
      description = "Distribution of the output length in tokens. Default: 64")
  String outputTokens = "64";

  @Option(
      names = "--prefill-per-token",
      paramLabel = "TIME",
      description =
          "Time that each token of the prompt adds to the time to first token; each word counts as"
              + " one token. Default: 0")
  @Nullable String prefillPerToken;

  @Option(
      names = "--fault",
      paramLabel = "WHEN: WHAT",
      description = "Fault to inject, such as 'rate 0.01: reset after 3'. May be repeated.")
  List<String> faults = new ArrayList<>();

  @Option(
      names = "--change",
      paramLabel = "WHEN: WHAT",
      description =
          "Change of the server during the run, such as 'from 80s: ttft times 1.4'. Times count"
              + " from the first request. May be repeated.")
  List<String> changes = new ArrayList<>();

  @Option(
      names = "--scrape-fault",
      paramLabel = "WHEN: WHAT",
      description =
          "Fault to inject into the DCGM exporter, such as 'every 10: slow 2s'. May be repeated.")
  List<String> scrapeFaults = new ArrayList<>();

  @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs to report. Default: 2")
  int gpus = 2;

  @Option(
      names = "--gpu-collect-interval",
      paramLabel = "TIME",
      description =
          "Time between two samples of the DCGM exporter. Default: a new sample for each scrape")
  String gpuCollectInterval = "0s";

  @Option(
      names = "--ssl-certfile",
      description = "PEM file with the certificate for TLS. Needs --ssl-keyfile.")
  @Nullable Path certificate;

  @Option(
      names = "--ssl-keyfile",
      description = "PEM file with the private key of the certificate, without a password.")
  @Nullable Path key;

  @Option(
      names = "--truth-log",
      description =
          "File to which the server writes what it actually sent and when, one JSON object per"
              + " request.")
  @Nullable Path truthLog;

  @Mixin ParentOptions parent = new ParentOptions();

  /** Adds the syntax of fault rules to the help. */
  @Spec
  void describe(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("WHEN (requests and scrapes are numbered from 1 in order of arrival):");
    FaultGrammar.triggers().forEach((form, meaning) -> lines.add(line(form, meaning)));
    lines.add(
        "WHAT for --fault ('after N' means after N chunks of the response; without it, reset");
    lines.add("and stall occur before the headers, and the others after half of the response):");
    FaultGrammar.faults().forEach((form, meaning) -> lines.add(line(form, meaning)));
    lines.add("WHAT for --scrape-fault:");
    FaultGrammar.scrapeFaults().forEach((form, meaning) -> lines.add(line(form, meaning)));
    lines.add("WHEN for --change (times count from the first request):");
    FaultGrammar.periods().forEach((form, meaning) -> lines.add(line(form, meaning)));
    lines.add("WHAT for --change:");
    FaultGrammar.changes().forEach((form, meaning) -> lines.add(line(form, meaning)));
    lines.add("A request can select its own fault with the header X-Mock-Fault: WHAT.");
    lines.add("");
    lines.add("longhaul mock-server --port 8000 --ttft 'normal(80ms,10ms)' \\");
    lines.add("  --fault 'every 50: status 503' --fault 'rate 0.01: reset after 3'");
    command.usageMessage().footer(lines.toArray(String[]::new));
  }

  private static String line(String form, String meaning) {
    // Footers are format strings.
    return ("  " + form + " ".repeat(Math.max(1, SYNTAX_WIDTH - form.length())) + meaning)
        .replace("%", "%%");
  }

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, InterruptedException {
    parent.logForParent();
    try (MockServer server = MockServer.start(options())) {
      server.onLoop(ShortSlice::request);
      String llm = (certificate == null ? "http://" : "https://") + host + ":" + server.llmPort();
      String exporter = "http://" + host + ":" + server.dcgmPort() + "/metrics";
      terminal.out().println(llm + " " + exporter);
      terminal.message("Mock server: LLM and DCGM exporter as above; Ctrl-C stops it");
      parent.endWithParent(() -> {});
      new CountDownLatch(1).await();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw RunFailedException.usage("Cannot start the mock server: " + e.getMessage());
    }
  }

  private MockServerOptions options() throws InvalidOptionsException {
    MockServerOptions.Builder options =
        MockServerOptions.builder()
            .host(host)
            .llmPort(port)
            .dcgmPort(dcgmPort)
            .seed(seed)
            .timeToFirstToken(timeToFirstToken)
            .interTokenLatency(interTokenLatency)
            .outputTokens(outputTokens)
            .gpuCount(gpus)
            .gpuCollectInterval(gpuCollectInterval);
    if (!models.isEmpty()) {
      options.models(models);
    }
    if (prefillPerToken != null) {
      options.prefillPerPromptToken(prefillPerToken);
    }
    if (truthLog != null) {
      options.truthLog(truthLog);
    }
    if (certificate != null && key != null) {
      options.tls(certificate, key);
    } else if (certificate != null || key != null) {
      String given = key == null ? "--ssl-certfile" : "--ssl-keyfile";
      String missing = key == null ? "--ssl-keyfile" : "--ssl-certfile";
      Path file = key == null ? certificate : key;
      throw new InvalidOptionsException(
          List.of("Invalid %s: %s (it needs %s)".formatted(given, file, missing)));
    }
    faults.forEach(options::fault);
    scrapeFaults.forEach(options::scrapeFault);
    changes.forEach(options::change);
    try {
      return options.build();
    } catch (InvalidMockServerOptions e) {
      throw new InvalidOptionsException(e.problems());
    }
  }
}
