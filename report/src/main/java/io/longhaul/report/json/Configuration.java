package io.longhaul.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.NetworkRoundTrip;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration in the row of a run: {@code input_config} (AIPerf's configuration tree), {@code
 * cli_command}, {@code fail_if}, {@code gpu_metrics}, {@code plan} and, if the slices were computed
 * again after the run, {@code resliced}. Each may be missing.
 */
public record Configuration(
    JsonNode inputConfig,
    String cliCommand,
    List<String> failIf,
    JsonNode gpuMetrics,
    JsonNode plan,
    JsonNode resliced) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int NANOS_SCALE = 9;

  public static Configuration of(RunRow run) {
    return of(run.getConfigurationJson());
  }

  public static Configuration of(String text) {
    JsonNode all;
    try {
      all = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      all = MissingNode.getInstance();
    }
    List<String> failIf = new ArrayList<>();
    all.path("fail_if").forEach(condition -> failIf.add(condition.asText()));
    return new Configuration(
        all.path("input_config"),
        all.path("cli_command").asText(""),
        failIf,
        all.path("gpu_metrics"),
        all.path("plan"),
        all.path("resliced"));
  }

  /** Returns whether requests are sent when a slot is free instead of at planned times. */
  public boolean isClosedLoop() {
    JsonNode load = plan.path("load").path("profiling");
    return load.isObject()
        && load.path("arrivals").isEmpty()
        && load.path("users").isEmpty()
        && !load.path("fixed_schedule").asBoolean();
  }

  /** Returns the plan as JSON; empty if there is none. */
  public String planJson() {
    return plan.toString();
  }

  /** Returns how the slices were computed again after the run; empty if they are its own. */
  public Optional<String> howResliced() {
    if (!resliced.isObject()) {
      return Optional.empty();
    }
    BigDecimal ofRun =
        BigDecimal.valueOf(resliced.path("slice_duration_ns").asLong(), NANOS_SCALE)
            .stripTrailingZeros();
    double now = inputConfig.path("artifacts").path("slice_duration").asDouble(Double.MAX_VALUE);
    return Optional.of(
        "computed again after the run, with %s; the run had slices of %s s%s"
            .formatted(
                resliced.path("options").asText(),
                ofRun.toPlainString(),
                now < ofRun.doubleValue()
                    ? ": what its load generators reported about themselves, and whether a slice"
                        + " is trusted, is known only for each of these"
                    : ""));
  }

  /** Returns the thresholds by tag, in display units. */
  public JsonNode slos() {
    return inputConfig.path("slos");
  }

  /** Returns the given name of the tokenizer; empty if there is none. */
  public String tokenizer() {
    return inputConfig.path("tokenizer").path("name").asText("");
  }

  /** Returns the round trip that the user gave. */
  public NetworkRoundTrip networkRoundTrip() {
    double millis = inputConfig.path("network_latency").path("mean_ms").asDouble(0);
    return new NetworkRoundTrip(Math.round(millis * NANOS_PER_MILLI));
  }

  /** Returns whether the round trip was measured by handshakes. */
  public boolean measuresNetwork() {
    JsonNode network = inputConfig.path("network_latency");
    return network.path("enabled").asBoolean() && !network.has("mean_ms");
  }

  /** Returns the requested formats, AIPerf's defaults if the configuration contains none. */
  public Set<ServerMetricsFormat> serverMetricsFormats() {
    JsonNode requested = inputConfig.path("server_metrics").path("formats");
    if (!requested.isArray()) {
      return ServerMetricsFormat.USUAL;
    }
    Set<ServerMetricsFormat> formats = EnumSet.noneOf(ServerMetricsFormat.class);
    for (JsonNode format : requested) {
      formats.add(ServerMetricsFormat.valueOf(format.asText().toUpperCase(Locale.ROOT)));
    }
    return formats;
  }

  /** Returns the random seed of the first dataset; a missing node if it was not given. */
  public JsonNode randomSeed() {
    return inputConfig.path("datasets").path(0).path("random_seed");
  }
}
