package io.longhaul.mock;

import io.longhaul.mock.dcgm.GpuFleet;
import io.longhaul.mock.script.DistributionSpec;
import io.longhaul.mock.script.DurationText;
import io.longhaul.mock.script.FaultRule;
import io.longhaul.mock.script.ScrapeFaultRule;
import io.longhaul.mock.script.ServerScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Everything that a mock server can be told. Made with {@link #builder()}, which takes the texts of
 * a command line and tells all problems at once.
 *
 * @param host the address to bind
 * @param llmPort the LLM server's port, 0 for any free one
 * @param dcgmPort the DCGM exporter's port, 0 for any free one
 * @param models what {@code /v1/models} lists; any model's name is answered
 * @param apiKey the bearer token to ask for; null for none
 * @param script what happens to requests
 * @param gpus what the DCGM exporter shows
 * @param scrapeFaults what goes wrong with scrapes
 * @param certificateFile what the LLM server presents over TLS; null for plain text
 * @param keyFile the certificate's key; null without one
 * @param truthLogFile where the truth log goes; null for none
 */
public record MockServerOptions(
    String host,
    int llmPort,
    int dcgmPort,
    List<String> models,
    String apiKey,
    ServerScript script,
    GpuFleet gpus,
    List<ScrapeFaultRule> scrapeFaults,
    Path certificateFile,
    Path keyFile,
    Path truthLogFile) {

  public MockServerOptions {
    models = List.copyOf(models);
    scrapeFaults = List.copyOf(scrapeFaults);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Where the truth log goes, if there is to be one. */
  public Optional<Path> truthLog() {
    return Optional.ofNullable(truthLogFile);
  }

  /** Collects options. Setters never throw: {@link #build()} tells everything that is wrong. */
  public static final class Builder {
    private static final int GPU_MEMORY_MIB = 81_559;

    private final List<String> problems = new ArrayList<>();
    private String host = "127.0.0.1";
    private int llmPort;
    private int dcgmPort;
    private List<String> models = List.of("mock-model");
    private String apiKey;
    private long seed;
    private DistributionSpec timeToFirstToken = DistributionSpec.parse("50ms");
    private DistributionSpec interTokenLatency = DistributionSpec.parse("10ms");
    private DistributionSpec outputTokens = DistributionSpec.parse("64");
    private long prefillNanosPerPromptToken;
    private ServerScript.RoleChunk roleChunk = ServerScript.RoleChunk.WITH_FIRST_TOKEN;
    private final List<FaultRule> faults = new ArrayList<>();
    private final List<ScrapeFaultRule> scrapeFaults = new ArrayList<>();
    private int gpuCount = 2;
    private String gpuModel = "NVIDIA H100 80GB HBM3";
    private String gpuHostname = "mock-host";
    private double gpuIdleWatts = 70;
    private double gpuFullWatts = 700;
    private int gpuStreamsAtFullLoad = 64;
    private long gpuCollectNanos;
    private Path certificateFile;
    private Path keyFile;
    private Path truthLogFile;

    private Builder() {}

    /** The address to bind; 127.0.0.1 unless told otherwise. */
    public Builder host(String address) {
      require(!address.isBlank(), "Invalid host: empty (an address to bind, as 127.0.0.1)");
      host = address;
      return this;
    }

    /** The LLM server's port; 0, the default, takes any free one. */
    public Builder llmPort(int port) {
      requirePort("LLM port", port);
      llmPort = port;
      return this;
    }

    /** The DCGM exporter's port; 0, the default, takes any free one. */
    public Builder dcgmPort(int port) {
      requirePort("DCGM port", port);
      dcgmPort = port;
      return this;
    }

    /** What {@code /v1/models} lists; {@code mock-model} unless told otherwise. */
    public Builder models(List<String> names) {
      require(
          !names.isEmpty() && names.stream().noneMatch(String::isBlank),
          "Invalid models: " + names + " (at least one name, none of them empty)");
      models = List.copyOf(names);
      return this;
    }

    /** The bearer token that requests must carry; none unless told otherwise. */
    public Builder apiKey(String key) {
      require(!key.isBlank(), "Invalid API key: empty (leave the option out for none)");
      apiKey = key;
      return this;
    }

    /** Where all draws come from; 0 unless told otherwise. */
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /**
     * From a request's last byte to its first token: a {@link DistributionSpec} of durations; 50ms
     * by default.
     */
    public Builder timeToFirstToken(String distribution) {
      read(
          "time to first token",
          distribution,
          DistributionSpec::parseDuration,
          spec -> timeToFirstToken = spec);
      return this;
    }

    /** From token to token: a {@link DistributionSpec} of durations; 10ms by default. */
    public Builder interTokenLatency(String distribution) {
      read(
          "inter-token latency",
          distribution,
          DistributionSpec::parseDuration,
          spec -> interTokenLatency = spec);
      return this;
    }

    /**
     * How many tokens an answer would have without a limit: a {@link DistributionSpec} of counts;
     * 64 by default.
     */
    public Builder outputTokens(String distribution) {
      read(
          "output tokens", distribution, DistributionSpec::parseCount, spec -> outputTokens = spec);
      return this;
    }

    /**
     * What each word of the prompt adds to the time to first token, as {@code 20us}; nothing by
     * default.
     */
    public Builder prefillPerPromptToken(String duration) {
      read(
          "prefill per prompt token",
          duration,
          DurationText::parseNanos,
          nanos -> prefillNanosPerPromptToken = nanos);
      return this;
    }

    /** When a chat stream's role-only chunk goes out; with the first token by default. */
    public Builder roleChunk(ServerScript.RoleChunk when) {
      roleChunk = when;
      return this;
    }

    /**
     * Adds a rule in the form of {@link FaultRule#parse}; the first rule that strikes a request
     * decides.
     */
    public Builder fault(String rule) {
      read("fault", rule, FaultRule::parse, faults::add);
      return this;
    }

    /** How many GPUs the exporter shows; 2 by default. */
    public Builder gpuCount(int count) {
      require(count >= 1 && count <= 15, "Invalid GPU count: " + count + " (1 to 15)");
      gpuCount = count;
      return this;
    }

    /** The GPUs' model, as DCGM names it; {@code NVIDIA H100 80GB HBM3} by default. */
    public Builder gpuModel(String name) {
      require(!name.isBlank(), "Invalid GPU model: empty (a name, as NVIDIA H200)");
      gpuModel = name;
      return this;
    }

    /** The name of the GPUs' host in their labels; {@code mock-host} by default. */
    public Builder gpuHostname(String name) {
      require(!name.isBlank(), "Invalid GPU host name: empty (a name, as node1)");
      gpuHostname = name;
      return this;
    }

    /** What one GPU draws without and with full load, watts; 70 and 700 by default. */
    public Builder gpuWatts(double idle, double full) {
      require(
          idle >= 0 && full >= idle && full <= 100_000,
          "Invalid GPU power: "
              + idle
              + " to "
              + full
              + " W (idle first, neither negative, at most 100000)");
      gpuIdleWatts = idle;
      gpuFullWatts = full;
      return this;
    }

    /** How many open streams make full load; 64 by default. */
    public Builder gpuStreamsAtFullLoad(int streams) {
      require(
          streams >= 1 && streams <= 1_000_000,
          "Invalid streams at full load: " + streams + " (1 to 1000000)");
      gpuStreamsAtFullLoad = streams;
      return this;
    }

    /**
     * For how long at least the exporter shows a sample before it takes the next, as {@code 1s}; it
     * takes one for each scrape by default.
     */
    public Builder gpuCollectInterval(String duration) {
      read(
          "GPU collect interval",
          duration,
          DurationText::parseNanos,
          nanos -> gpuCollectNanos = nanos);
      return this;
    }

    /**
     * Adds a rule in the form of {@link ScrapeFaultRule#parse}; the first rule that strikes a
     * scrape decides.
     */
    public Builder scrapeFault(String rule) {
      read("scrape fault", rule, ScrapeFaultRule::parse, scrapeFaults::add);
      return this;
    }

    /**
     * Makes the LLM server speak TLS, with this certificate and its key (both PEM); in plain text
     * by default.
     */
    public Builder tls(Path certificate, Path key) {
      requireFile("certificate", certificate);
      requireFile("key", key);
      certificateFile = certificate;
      keyFile = key;
      return this;
    }

    /**
     * Where the truth log goes; its folder must exist, and a file of that name is replaced. None by
     * default.
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
     * The options.
     *
     * @throws InvalidMockServerOptions naming every problem
     */
    public MockServerOptions build() {
      List<String> allProblems = new ArrayList<>(problems);
      if (llmPort != 0 && llmPort == dcgmPort) {
        allProblems.add(
            "Invalid DCGM port: "
                + dcgmPort
                + " (another one than the LLM port, or 0 for any free one)");
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
              roleChunk,
              faults);
      GpuFleet gpus =
          new GpuFleet(
              gpuCount,
              gpuModel,
              gpuHostname,
              gpuIdleWatts,
              gpuFullWatts,
              gpuStreamsAtFullLoad,
              GPU_MEMORY_MIB,
              gpuCollectNanos);
      return new MockServerOptions(
          host,
          llmPort,
          dcgmPort,
          models,
          apiKey,
          script,
          gpus,
          scrapeFaults,
          certificateFile,
          keyFile,
          truthLogFile);
    }

    /** Every parser says "Invalid KIND: …"; here the option's name is the kind. */
    private <T> void read(
        String what, String text, Function<String, T> parser, Consumer<T> setter) {
      try {
        setter.accept(parser.apply(text));
      } catch (IllegalArgumentException e) {
        String message = e.getMessage();
        problems.add("Invalid " + what + message.substring(message.indexOf(": ")));
      }
    }

    private void requireFile(String what, Path file) {
      require(Files.isRegularFile(file), "Invalid " + what + ": " + file + " (a PEM file)");
    }

    private void requirePort(String what, int port) {
      require(
          port >= 0 && port <= 65535,
          "Invalid " + what + ": " + port + " (0 for any free one, to 65535)");
    }

    private void require(boolean valid, String problem) {
      if (!valid) {
        problems.add(problem);
      }
    }
  }
}
