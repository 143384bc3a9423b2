package io.longhaul.config.options;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.metrics.slo.Slo;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.figures.Threshold;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code configuration_json}, the configuration of a run for reports: {@code input_config},
 * the tree of AIPerf 0.13 (times in seconds, thresholds in display units, absent members instead of
 * null); {@code cli_command}; {@code fail_if}, the conditions as typed; {@code gpu_metrics},
 * additional GPU fields; and {@code plan}, which contains everything else.
 */
final class RunConfigurationJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final double NANOS_PER_MILLI = 1e6;
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  private RunConfigurationJson() {}

  /** Returns the configuration as one line of JSON. */
  static String toJson(ProfileSettings settings) {
    ObjectNode root = MAPPER.createObjectNode();
    writeInputConfig(root.putObject("input_config"), settings);
    root.put("cli_command", CommandLineText.pasteable(settings.commandLine()));
    put(root, "fail_if", settings.thresholds().stream().map(Threshold::text).toList(), List.of());
    if (!settings.gpuMetrics().isEmpty()) {
      ArrayNode metrics = root.putArray("gpu_metrics");
      settings.gpuMetrics().forEach(metric -> writeGpuMetric(metrics.addObject(), metric));
    }
    root.putRawValue("plan", new RawValue(RunPlanJson.toJson(settings.plan())));
    return root.toString();
  }

  private static void writeGpuMetric(ObjectNode node, GpuMetric metric) {
    node.put("dcgm_name", metric.dcgmName());
    node.put("key", metric.key());
    node.put("header", metric.header());
    node.put("unit", metric.unit());
    node.put("kind", metric.kind().name().toLowerCase(Locale.ROOT));
  }

  private static void writeInputConfig(ObjectNode config, ProfileSettings settings) {
    RunPlan plan = settings.plan();
    writeModels(config.putObject("models"), plan.request());
    writeEndpoint(config.putObject("endpoint"), plan);
    writeDataset(config.putArray("datasets").addObject(), plan);
    writePhases(config.putArray("phases"), plan.load());
    writeArtifacts(config.putObject("artifacts"), settings);
    if (!plan.measurement().slos().isBlank()) {
      writeSlos(config.putObject("slos"), SloSet.parse(plan.measurement().slos()));
    }
    config.putObject("tokenizer").put("name", plan.tokenizer().name());
    writeGpuTelemetry(config.putObject("gpu_telemetry"), settings);
    writeServerMetrics(config.putObject("server_metrics"), settings);
    writeNetworkLatency(config.putObject("network_latency"), settings);
    config.putObject("runtime").put("ui", settings.ui().name().toLowerCase(Locale.ROOT));
  }

  private static void writeModels(ObjectNode node, RequestPlan request) {
    put(node, "strategy", request.modelSelection(), ModelSelection.ROUND_ROBIN);
    ArrayNode models = node.putArray("items");
    request.models().forEach(model -> models.addObject().put("name", model));
  }

  private static void writeEndpoint(ObjectNode endpoint, RunPlan plan) {
    TargetPlan target = plan.target();
    RequestPlan request = plan.request();
    put(endpoint, "urls", target.urls(), null);
    endpoint.put("type", request.endpointType().typedName());
    request
        .endpointType()
        .calledMethod()
        .ifPresent(method -> endpoint.put("grpc_method", method.name()));
    put(endpoint, "path", target.path(), null);
    put(endpoint, "streaming", request.streaming(), false);
    put(endpoint, "use_legacy_max_tokens", request.useLegacyMaxTokens(), false);
    put(endpoint, "backend", request.backend(), null);
    put(endpoint, "output_tokens_deterministic", request.leastTokensToo(), false);
    put(endpoint, "use_server_token_count", request.useServerTokenCount(), false);
    put(endpoint, "http_version", target.httpVersion(), HttpVersion.HTTP_1_1);
    put(endpoint, "proxy", target.proxy(), null);
    put(endpoint, "connection_reuse", target.connectionReuse(), ConnectionReuse.POOLED);
    if (!request.extraInputs().isEmpty()) {
      endpoint.putRawValue("extra", new RawValue(request.extraInputs().toJson()));
    }
    put(endpoint, "headers", target.headers(), Map.of());
  }

  /** Writes a member, unless its value is unknown or the usual one. */
  private static void put(
      ObjectNode node, String name, @Nullable Object value, @Nullable Object usual) {
    if (value != null && !value.equals(usual)) {
      node.set(name, MAPPER.valueToTree(value));
    }
  }

  /** A duration of 0 has no effect. */
  private static void putSeconds(ObjectNode node, String name, long nanos) {
    if (nanos > 0) {
      node.put(name, seconds(nanos));
    }
  }

  private static void writeDataset(ObjectNode node, RunPlan plan) {
    DatasetPlan dataset = plan.dataset();
    node.put("name", "main");
    if (dataset.isSynthetic()) {
      node.put("type", "synthetic").put("entries", dataset.entries());
    } else if (dataset.fileType() == FileType.SHAREGPT) {
      // AIPerf downloads this dataset and has no member for a path.
      node.put("type", "public").put("dataset", dataset.fileType().word());
    } else {
      node.put("type", "file")
          .put("path", dataset.inputFile())
          .put("format", formatOf(dataset.fileType()));
    }
    if (!dataset.isSynthetic() && dataset.fileType().hasAnyNumber()) {
      node.put("entries", dataset.entries());
    }
    node.put("random_seed", plan.seed());
    if (dataset.isSynthetic()) {
      ObjectNode prompts = node.putObject("prompts");
      writeLength(prompts.putObject("isl"), dataset.inputLength());
      if (dataset.outputLength() != null) {
        writeLength(prompts.putObject("osl"), dataset.outputLength());
      }
      if (dataset.hasSessions()) {
        writeSessions(node, dataset.sessions());
      }
      put(prompts, "batch_size", dataset.batch().texts(), 1);
    } else {
      put(node, "prompt_batch_size", dataset.batch().texts(), 1);
      put(node, "image_batch_size", dataset.batch().images(), 1);
      put(node, "audio_batch_size", dataset.batch().clips(), 1);
      put(node, "video_batch_size", dataset.batch().videos(), 1);
    }
  }

  /** Public datasets that AIPerf does not support have the format of files of prompts. */
  private static String formatOf(FileType type) {
    return (type.isPublic() ? FileType.SINGLE_TURN : type).word();
  }

  private static void writeSessions(ObjectNode node, SessionPlan sessions) {
    node.putObject("turns")
        .put("mean", (double) sessions.turnsMean())
        .put("stddev", sessions.turnsStddev());
    if (sessions.delayMeanMillis() > 0) {
      node.putObject("turn_delay")
          .put("mean", sessions.delayMeanMillis())
          .put("stddev", sessions.delayStddevMillis());
    }
    node.put("turn_delay_ratio", sessions.delayRatio());
  }

  private static void writeLength(ObjectNode node, TokenLength length) {
    node.put("mean", (double) length.mean());
    put(node, "stddev", length.standardDeviation(), 0.0);
  }

  private static void writePhases(ArrayNode phases, LoadPlan load) {
    for (LoadPhase phase : LoadPhase.values()) {
      if (load.has(phase)) {
        writePhase(phases.addObject(), phase, load.of(phase));
      }
    }
  }

  private static void writePhase(ObjectNode node, LoadPhase phase, PhasePlan load) {
    node.put("name", phase.word()).put("kind", phase.word());
    node.put("type", typeOf(load));
    put(node, "exclude_from_results", phase == LoadPhase.WARMUP, false);
    put(node, "requests", load.requestCount(), null);
    put(node, "sessions", load.sessionCount(), null);
    if (load.durationNanos() != null) {
      node.put("duration", seconds(load.durationNanos()));
      if (load.graceNanos() != PhasePlan.FOR_EVER) {
        node.put("grace_period", seconds(load.graceNanos()));
      }
    }
    put(node, "concurrency", load.concurrency(), null);
    putSeconds(node, "concurrency_ramp", load.concurrencyRampNanos());
    if (load.prefill() != null) {
      node.put("prefill_concurrency", load.prefill().most());
      putSeconds(node, "prefill_ramp", load.prefill().rampNanos());
    }
    if (load.arrivals() != null) {
      writeArrivals(node, load.arrivals());
    }
    if (load.users() != null) {
      node.put("rate", load.users().turnsPerSecond()).put("users", load.users().users());
    }
    if (load.cancellation().share() > 0) {
      node.putObject("cancellation")
          .put("rate", load.cancellation().share() * 100)
          .put("delay", seconds(load.cancellation().delayNanos()));
    }
  }

  private static String typeOf(PhasePlan load) {
    if (load.fixedSchedule()) {
      return "fixed_schedule";
    }
    if (load.users() != null) {
      return "user_centric";
    }
    return load.arrivals() == null ? "concurrency" : load.arrivals().pattern().word();
  }

  /** A rate that changes other than by a ramp is part of the plan only. */
  private static void writeArrivals(ObjectNode node, ArrivalPlan arrivals) {
    RateCurve rate = arrivals.rate();
    boolean isRamp = rate.stages().size() == 2 && rate.finalPerSecond().isPresent();
    if (rate.isLevel() || isRamp) {
      node.put("rate", rate.finalPerSecond().orElseThrow());
    }
    if (isRamp) {
      node.put("rate_ramp", seconds(rate.stages().get(0).durationNanos()));
    }
    if (arrivals.pattern() == ArrivalPattern.GAMMA) {
      node.put("smoothness", arrivals.smoothness());
    }
  }

  private static void writeArtifacts(ObjectNode artifacts, ProfileSettings settings) {
    artifacts.put("dir", settings.layout().folder().toString());
    put(artifacts, "prefix", settings.layout().prefix(), ExportLayout.DEFAULT_PREFIX);
    if (settings.exportLevel() == ExportLevel.SUMMARY) {
      artifacts.put("records", false).put("raw", false);
    }
    if (settings.exportLevel() == ExportLevel.RAW) {
      artifacts.putArray("records").add("jsonl");
      artifacts.put("raw", true);
    }
    Set<OptionalExport> also = settings.layout().also();
    put(artifacts, "export_outputs_json", also.contains(OptionalExport.OUTPUTS_JSON), false);
    put(artifacts, "trace", also.contains(OptionalExport.HTTP_TRACE), false);
    put(artifacts, "show_trace_timing", also.contains(OptionalExport.HTTP_TRACE_TABLE), false);
    artifacts.put("slice_duration", seconds(settings.plan().measurement().sliceNanos()));
  }

  private static void writeSlos(ObjectNode node, SloSet slos) {
    for (Slo slo : slos.slos()) {
      node.put(slo.metric().tag(), slo.metric().unit().toDisplay((double) slo.threshold()));
    }
  }

  private static void writeGpuTelemetry(ObjectNode gpu, ProfileSettings settings) {
    boolean enabled = !settings.exporters().isEmpty();
    gpu.put("enabled", enabled);
    if (enabled) {
      put(gpu, "urls", settings.exporters(), null);
      gpu.put("collector", "dcgm").put("mode", "summary");
    }
  }

  private static void writeNetworkLatency(ObjectNode network, ProfileSettings settings) {
    NetworkRoundTrip roundTrip = settings.roundTrip();
    boolean measured = !settings.handshakes().targets().isEmpty();
    network.put("enabled", roundTrip.isKnown() || measured);
    if (roundTrip.isKnown()) {
      network.put("mean_ms", roundTrip.nanos() / NANOS_PER_MILLI);
    }
    if (measured) {
      network.put("ping_interval", seconds(settings.handshakes().interval().toNanos()));
    }
  }

  private static void writeServerMetrics(ObjectNode servers, ProfileSettings settings) {
    boolean enabled = !settings.serverMetrics().isEmpty();
    servers.put("enabled", enabled);
    if (enabled) {
      put(servers, "urls", settings.serverMetrics().named(), null);
      ArrayNode formats = servers.putArray("formats");
      settings.serverMetricsFormats().stream()
          .sorted()
          .forEach(format -> formats.add(format.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static double seconds(long nanos) {
    return BigDecimal.valueOf(nanos).divide(NANOS_PER_SECOND).doubleValue();
  }
}
