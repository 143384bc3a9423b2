package io.longhaul.mock;

import static java.util.Objects.requireNonNull;

import io.longhaul.mock.script.Change;
import io.longhaul.mock.script.Changes;
import io.longhaul.mock.script.DistributionSpec;
import io.longhaul.mock.script.DurationText;
import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.FaultRule;
import io.longhaul.mock.script.ScrapeFault;
import io.longhaul.mock.script.ServerScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options of a mock server, created with {@link #builder()}. The builder accepts the texts of a
 * command line and reports all problems together.
 *
 * @param host address to bind
 * @param llmPort port of the LLM server; 0 for any free port
 * @param dcgmPort port of the DCGM exporter; 0 for any free port
 * @param models models that {@code /v1/models} lists; requests may use any model name
 * @param apiKey required API key; null for none
 * @param script timings, lengths and faults of responses
 * @param gpuCount number of GPUs that the DCGM exporter reports
 * @param gpuCollectNanos minimum time for which a sample is reported; 0 takes a new sample for each
 *     scrape
 * @param scrapeFaults faults of scrapes
 * @param certificateFile TLS certificate of the LLM server; null for plain text
 * @param keyFile private key of the certificate; null without one
 * @param truthLogFile file of the truth log; null for none
 */
public record MockServerOptions(
    String host,
    int llmPort,
    int dcgmPort,
    List<String> models,
    @Nullable String apiKey,
    ServerScript script,
    int gpuCount,
    long gpuCollectNanos,
    List<FaultRule<ScrapeFault>> scrapeFaults,
    @Nullable Path certificateFile,
    @Nullable Path keyFile,
    @Nullable Path truthLogFile) {

  public MockServerOptions {
    models = List.copyOf(models);
    scrapeFaults = List.copyOf(scrapeFaults);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects options. Setters never throw an exception; {@link #build()} reports all problems. */
  public static final class Builder {
    private final List<String> problems = new ArrayList<>();
    private String host = "127.0.0.1";
    private int llmPort;
    private int dcgmPort;
    private List<String> models = List.of("mock-model");
    private @Nullable String apiKey;
    private long seed;
    private DistributionSpec timeToFirstToken = DistributionSpec.parse("50ms");
    private DistributionSpec interTokenLatency = DistributionSpec.parse("10ms");
    private DistributionSpec outputTokens = DistributionSpec.parse("64");
    private long prefillNanosPerPromptToken;
    private final List<FaultRule<Fault>> faults = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<FaultRule<ScrapeFault>> scrapeFaults = new ArrayList<>();
    private int gpuCount = 2;
    private long gpuCollectNanos;
    private @Nullable Path certificateFile;
    private @Nullable Path keyFile;
    private @Nullable Path truthLogFile;

    private Builder() {}

    /** Sets the address to bind; default 127.0.0.1. */
    public Builder host(String address) {
      require(!address.isBlank(), "Invalid host: empty (an address to bind, such as 127.0.0.1)");
      host = address;
      return this;
    }

    /** Sets the port of the LLM server; default 0, which means any free port. */
    public Builder llmPort(int port) {
      requirePort("LLM port", port);
      llmPort = port;
      return this;
    }

    /** Sets the port of the DCGM exporter; default 0, which means any free port. */
    public Builder dcgmPort(int port) {
      requirePort("DCGM port", port);
      dcgmPort = port;
      return this;
    }

    /** Sets the models that {@code /v1/models} lists; default {@code mock-model}. */
    public Builder models(List<String> names) {
      require(
          !names.isEmpty() && names.stream().noneMatch(String::isBlank),
          "Invalid models: " + names + " (at least one name, none of them empty)");
      models = List.copyOf(names);
      return this;
    }

    /** Sets the API key that requests must contain; default none. */
    public Builder apiKey(String key) {
      require(!key.isBlank(), "Invalid API key: empty (omit the option for none)");
      apiKey = key;
      return this;
    }

    /** Sets the seed of all random values; default 0. */
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /**
     * Sets the time from a request's last byte to its first token, as a {@link DistributionSpec} of
     * durations; default 50ms.
     */
    public Builder timeToFirstToken(String distribution) {
      return read(
          "time to first token",
          distribution,
          DistributionSpec::parseDuration,
          spec -> timeToFirstToken = spec);
    }

    /** Sets the time between tokens, as a {@link DistributionSpec} of durations; default 10ms. */
    public Builder interTokenLatency(String distribution) {
      return read(
          "inter-token latency",
          distribution,
          DistributionSpec::parseDuration,
          spec -> interTokenLatency = spec);
    }

    /**
     * Sets the number of tokens of a response without a limit, as a {@link DistributionSpec} of
     * counts; default 64.
     */
    public Builder outputTokens(String distribution) {
      return read(
          "output tokens", distribution, DistributionSpec::parseCount, spec -> outputTokens = spec);
    }

    /**
     * Sets the time that each word of the prompt adds to the time to first token, such as {@code
     * 20us}; default none.
     */
    public Builder prefillPerPromptToken(String duration) {
      return read(
          "prefill per prompt token",
          duration,
          DurationText::parseNanos,
          nanos -> prefillNanosPerPromptToken = nanos);
    }

    /**
     * Adds a rule in the syntax of {@link FaultRule#parse}. The first rule that applies to a
     * request counts.
     */
    public Builder fault(String rule) {
      return read("fault", rule, FaultRule::parse, faults::add);
    }

    /** Adds a change in the syntax of {@link Change}. Changes of the same time multiply. */
    public Builder change(String text) {
      return read("change", text, Change::parse, changes::add);
    }

    /** Sets the number of GPUs that the exporter reports; default 2. */
    public Builder gpuCount(int count) {
      require(count >= 1 && count <= 15, "Invalid GPU count: " + count + " (1 to 15)");
      gpuCount = count;
      return this;
    }

    /**
     * Sets the minimum time for which the exporter reports the same sample, such as {@code 1s}; by
     * default it takes a new sample for each scrape.
     */
    public Builder gpuCollectInterval(String duration) {
      return read(
          "GPU collect interval",
          duration,
          DurationText::parseNanos,
          nanos -> gpuCollectNanos = nanos);
    }

    /**
     * Adds a rule in the syntax of {@link FaultRule#parseForScrapes}. The first rule that applies
     * to a scrape counts.
     */
    public Builder scrapeFault(String rule) {
      return read("scrape fault", rule, FaultRule::parseForScrapes, scrapeFaults::add);
    }

    /**
     * Enables TLS for the LLM server, with this certificate and private key (both PEM); default
     * plain text.
     */
    public Builder tls(Path certificate, Path key) {
      requireFile("certificate", certificate);
      requireFile("key", key);
      certificateFile = certificate;
      keyFile = key;
      return this;
    }

    /**
     * Sets the file of the truth log; default none. The folder must exist, and an existing file is
     * replaced.
     */
    public Builder truthLog(Path file) {
      Path folder = file.toAbsolutePath().getParent();
      require(
          folder != null && Files.isDirectory(folder) && !Files.isDirectory(file),
          "Invalid truth log: " + file + " (a file in a folder that exists)");
      truthLogFile = file;
      return this;
    }

    /**
     * Creates the options.
     *
     * @throws InvalidMockServerOptions with all problems
     */
    public MockServerOptions build() {
      List<String> allProblems = new ArrayList<>(problems);
      if (llmPort != 0 && llmPort == dcgmPort) {
        allProblems.add(
            "Invalid DCGM port: "
                + dcgmPort
                + " (different from the LLM port, or 0 for any free port)");
      }
      if (!allProblems.isEmpty()) {
        throw new InvalidMockServerOptions(allProblems);
      }
      ServerScript script =
          new ServerScript(
              seed,
              timeToFirstToken,
              interTokenLatency,
              outputTokens,
              prefillNanosPerPromptToken,
              faults,
              new Changes(changes));
      return new MockServerOptions(
          host,
          llmPort,
          dcgmPort,
          models,
          apiKey,
          script,
          gpuCount,
          gpuCollectNanos,
          scrapeFaults,
          certificateFile,
          keyFile,
          truthLogFile);
    }

    /** Parses an option. Parsers report "Invalid KIND: …"; the option's name replaces the kind. */
    private <T> Builder read(
        String what, String text, Function<String, T> parser, Consumer<T> setter) {
      try {
        setter.accept(parser.apply(text));
      } catch (IllegalArgumentException e) {
        String message = requireNonNull(e.getMessage());
        problems.add("Invalid " + what + message.substring(message.indexOf(": ")));
      }
      return this;
    }

    private void requireFile(String what, Path file) {
      require(Files.isRegularFile(file), "Invalid " + what + ": " + file + " (a PEM file)");
    }

    private void requirePort(String what, int port) {
      require(
          port >= 0 && port <= 65535,
          "Invalid " + what + ": " + port + " (1 to 65535, or 0 for any free port)");
    }

    private void require(boolean valid, String problem) {
      if (!valid) {
        problems.add(problem);
      }
    }
  }
}
