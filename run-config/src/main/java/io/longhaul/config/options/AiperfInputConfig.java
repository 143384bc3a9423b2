package io.longhaul.config.options;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.plan.MeasurementPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.metrics.slo.Slo;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.ExportLevel;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code input_config} of AIPerf 0.13, a configuration tree of its own: times are in seconds
 * and thresholds in display units; members with the usual value are absent.
 */
final class AiperfInputConfig {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int NANOS_SCALE = 9;

  private AiperfInputConfig() {}

  /** Returns the tree for a run. */
  static ObjectNode of(ProfileSettings settings) {
    ObjectNode config = of(settings.plan());
    writeMeasurement(config, settings);
    return config;
  }

  /** Returns the part of the tree that the plan contains. */
  static ObjectNode of(RunPlan plan) {
    ObjectNode config = MAPPER.createObjectNode();
    writeServer(config, plan);
    writeDataset(config.putArray("datasets").addObject(), plan);
    for (LoadPhase phase : LoadPhase.values()) {
      if (plan.load().has(phase)) {
        writePhase(config.withArray("phases").addObject(), phase, plan.load().of(phase));
      }
    }
    return config;
  }

  private static void writeServer(ObjectNode config, RunPlan plan) {
    TargetPlan target = plan.target();
    RequestPlan request = plan.request();
    put(config, "models.strategy", request.modelSelection(), ModelSelection.ROUND_ROBIN);
    ArrayNode models = config.withArray("/models/items");
    request.models().forEach(model -> models.addObject().put("name", model));
    put(config, "endpoint.urls", target.urls(), null);
    put(config, "endpoint.type", request.endpointType().typedName(), null);
    request
        .endpointType()
        .calledMethod()
        .ifPresent(method -> put(config, "endpoint.grpc_method", method.name(), null));
    put(config, "endpoint.path", target.path(), null);
    put(config, "endpoint.streaming", request.streaming(), false);
    put(config, "endpoint.use_legacy_max_tokens", request.useLegacyMaxTokens(), false);
    put(config, "endpoint.backend", request.backend(), null);
    put(config, "endpoint.output_tokens_deterministic", request.leastTokensToo(), false);
    put(config, "endpoint.use_server_token_count", request.useServerTokenCount(), false);
    put(config, "endpoint.http_version", target.httpVersion(), HttpVersion.HTTP_1_1);
    put(config, "endpoint.proxy", target.proxy(), null);
    put(config, "endpoint.connection_reuse", target.connectionReuse(), ConnectionReuse.POOLED);
    put(config, "endpoint.extra", request.extraInputs(), ExtraInputs.NONE);
    put(config, "endpoint.headers", target.headers(), Map.of());
  }

  /**
   * Writes a member, unless its value is unknown or the usual one.
   *
   * @param path the name of the member, after the names of the objects that contain it
   */
  private static void put(
      ObjectNode node, String path, @Nullable Object value, @Nullable Object usual) {
    if (value != null && !value.equals(usual)) {
      int dot = path.lastIndexOf('.');
      ObjectNode parent =
          dot < 0 ? node : node.withObject("/" + path.substring(0, dot).replace('.', '/'));
      parent.set(path.substring(dot + 1), MAPPER.valueToTree(value));
    }
  }

  private static void writeDataset(ObjectNode node, RunPlan plan) {
    DatasetPlan dataset = plan.dataset();
    FileType file = dataset.fileType();
    node.put("name", "main");
    if (dataset.isSynthetic()) {
      node.put("type", "synthetic");
    } else if (file == FileType.SHAREGPT) {
      // AIPerf downloads this dataset and has no member for a path.
      node.put("type", "public").put("dataset", file.word());
    } else {
      // Public datasets that AIPerf does not support have the format of files of prompts.
      FileType format = file.isPublic() ? FileType.SINGLE_TURN : file;
      node.put("type", "file").put("path", dataset.inputFile()).put("format", format.word());
    }
    if (dataset.isSynthetic() || file.hasAnyNumber()) {
      node.put("entries", dataset.entries());
    }
    node.put("random_seed", plan.seed());
    if (dataset.isSynthetic()) {
      writeLength(node, "prompts.isl", dataset.inputLength());
      writeLength(node, "prompts.osl", dataset.outputLength());
      put(node, "prompts.batch_size", dataset.batch().texts(), 1);
      if (dataset.hasSessions()) {
        writeSessions(node, dataset.sessions());
      }
    } else {
      put(node, "prompt_batch_size", dataset.batch().texts(), 1);
      put(node, "image_batch_size", dataset.batch().images(), 1);
      put(node, "audio_batch_size", dataset.batch().clips(), 1);
      put(node, "video_batch_size", dataset.batch().videos(), 1);
    }
  }

  private static void writeLength(ObjectNode node, String path, @Nullable TokenLength length) {
    if (length != null) {
      put(node, path + ".mean", (double) length.mean(), null);
      put(node, path + ".stddev", length.standardDeviation(), 0.0);
    }
  }

  private static void writeSessions(ObjectNode node, SessionPlan sessions) {
    put(node, "turns.mean", (double) sessions.turnsMean(), null);
    put(node, "turns.stddev", sessions.turnsStddev(), null);
    if (sessions.delayMeanMillis() > 0) {
      put(node, "turn_delay.mean", sessions.delayMeanMillis(), null);
      put(node, "turn_delay.stddev", sessions.delayStddevMillis(), null);
    }
    node.put("turn_delay_ratio", sessions.delayRatio());
  }

  private static void writePhase(ObjectNode node, LoadPhase phase, PhasePlan load) {
    node.put("name", phase.word()).put("kind", phase.word()).put("type", typeOf(load));
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
    put(node, "concurrency_ramp", seconds(load.concurrencyRampNanos()), 0.0);
    if (load.prefill() != null) {
      node.put("prefill_concurrency", load.prefill().most());
      put(node, "prefill_ramp", seconds(load.prefill().rampNanos()), 0.0);
    }
    if (load.arrivals() != null) {
      writeArrivals(node, load.arrivals());
    }
    if (load.users() != null) {
      node.put("rate", load.users().turnsPerSecond()).put("users", load.users().users());
    }
    if (load.cancellation().share() > 0) {
      put(node, "cancellation.rate", load.cancellation().share() * 100, null);
      put(node, "cancellation.delay", seconds(load.cancellation().delayNanos()), null);
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

  private static void writeMeasurement(ObjectNode config, ProfileSettings settings) {
    ExportLayout layout = settings.layout();
    put(config, "artifacts.dir", layout.folder().toString(), null);
    put(config, "artifacts.prefix", layout.prefix(), ExportLayout.DEFAULT_PREFIX);
    if (settings.exportLevel() == ExportLevel.SUMMARY) {
      put(config, "artifacts.records", false, null);
      put(config, "artifacts.raw", false, null);
    }
    if (settings.exportLevel() == ExportLevel.RAW) {
      put(config, "artifacts.records", List.of("jsonl"), null);
      put(config, "artifacts.raw", true, null);
    }
    Set<OptionalExport> also = layout.also();
    boolean plotsRequired = also.contains(OptionalExport.REQUIRED_PLOTS);
    put(config, "artifacts.auto_plot", plotsRequired || also.contains(OptionalExport.PLOTS), false);
    put(config, "artifacts.plot_required", plotsRequired, false);
    put(config, "artifacts.export_outputs_json", also.contains(OptionalExport.OUTPUTS_JSON), false);
    put(config, "artifacts.trace", also.contains(OptionalExport.HTTP_TRACE), false);
    boolean traceTable = also.contains(OptionalExport.HTTP_TRACE_TABLE);
    put(config, "artifacts.show_trace_timing", traceTable, false);
    putSlices(config, settings.plan().measurement());
    put(config, "tokenizer.name", settings.plan().tokenizer().name(), null);
    put(config, "gpu_telemetry.enabled", !settings.exporters().isEmpty(), null);
    if (!settings.exporters().isEmpty()) {
      boolean local = settings.exporters().contains(LocalGpus.URL);
      put(config, "gpu_telemetry.urls", local ? List.of() : settings.exporters(), null);
      put(config, "gpu_telemetry.collector", local ? MeasureOptions.NVML : "dcgm", null);
      put(config, "gpu_telemetry.mode", "summary", null);
    }
    put(config, "server_metrics.enabled", !settings.serverMetrics().isEmpty(), null);
    if (!settings.serverMetrics().isEmpty()) {
      put(config, "server_metrics.urls", settings.serverMetrics().named(), null);
      ArrayNode formats = config.withArray("/server_metrics/formats");
      settings.serverMetricsFormats().stream()
          .sorted()
          .forEach(format -> formats.add(format.name().toLowerCase(Locale.ROOT)));
    }
    boolean measured = !settings.handshakes().targets().isEmpty();
    put(config, "network_latency.enabled", settings.roundTrip().isKnown() || measured, null);
    if (settings.roundTrip().isKnown()) {
      put(config, "network_latency.mean_ms", settings.roundTrip().nanos() / NANOS_PER_MILLI, null);
    }
    if (measured) {
      long interval = settings.handshakes().interval().toNanos();
      put(config, "network_latency.ping_interval", seconds(interval), null);
    }
    put(config, "runtime.ui", settings.ui().name().toLowerCase(Locale.ROOT), null);
  }

  /** Sets the duration of slices and the SLOs; earlier ones are replaced. */
  static void putSlices(ObjectNode config, MeasurementPlan measurement) {
    put(config, "artifacts.slice_duration", seconds(measurement.sliceNanos()), null);
    config.remove("slos");
    if (!measurement.slos().isBlank()) {
      for (Slo slo : SloSet.parse(measurement.slos()).slos()) {
        double threshold = slo.metric().unit().toDisplay((double) slo.threshold());
        put(config, "slos." + slo.metric().tag(), threshold, null);
      }
    }
  }

  private static double seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANOS_SCALE).doubleValue();
  }
}
