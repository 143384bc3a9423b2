package io.longhaul.config.runfile;

import io.longhaul.config.value.OtlpSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is measured, what is written, and how the program behaves meanwhile. */
record MeasurePart(FileValues values) {
  private static final String GPUS = "--gpu-telemetry";
  private static final String DCGM = "dcgm";
  private static final String NVML = "pynvml";
  private static final String SERVERS = "--server-metrics";

  void read(Section benchmark) {
    slos(benchmark);
    benchmark.read("artifacts", this::artifacts);
    values.addWhole(benchmark, "tokenizer", "tokenizer");
    gpus(benchmark);
    servers(benchmark);
    values.addWhole(benchmark, "networkLatency", "networkLatency");
    benchmark.read("runtime", this::runtime);
    values.addWhole(benchmark, "logging", "logging");
    benchmark.section("metrics").ifPresent(Section::refuseRest);
    benchmark.refuse("accuracy", "measuring accuracy is not supported");
    benchmark.read("otel", this::otel);
    benchmark.refuse("mlflow", "export to MLflow is not supported");
    benchmark.refuse("wandb", "export to Weights & Biases is not supported");
    values.addValue(benchmark, "scenario", "--scenario");
    values.addIfTrue(benchmark, "unsafeOverride", "--unsafe-override");
  }

  /** Of a tag that is also typed, the typed one wins. */
  private void slos(Section benchmark) {
    List<String> pairs = new ArrayList<>();
    Map<?, ?> written = benchmark.map("slos").orElse(Map.of());
    Section slos = benchmark.below("slos", written);
    for (Object tag : written.keySet()) {
      slos.text(Section.camelCase(String.valueOf(tag)))
          .ifPresent(bound -> pairs.add(tag + ":" + bound));
    }
    if (!pairs.isEmpty()) {
      values.add("--goodput", benchmark.pathOf("slos"), String.join(" ", pairs));
    }
  }

  private void artifacts(Section artifacts) {
    values.addAll(artifacts, "artifacts");
    artifacts.refuse("userFiles", "custom files are not supported");
    if (isOff(artifacts, "summary", "json")) {
      artifacts.invalid("summary", "false", "the summary is always written");
    }
    boolean noRecords = isOff(artifacts, "records", "jsonl");
    if (artifacts.isTrue("raw")) {
      values.add("--export-level", artifacts.pathOf("raw"), "raw");
    } else if (noRecords) {
      values.add("--export-level", artifacts.pathOf("records"), "summary");
    }
  }

  /** Whether a kind of file, of which there is one format, is not wanted. */
  private boolean isOff(Section artifacts, String key, String format) {
    if (artifacts.value(key).filter(value -> value.equals(false)).isPresent()) {
      return true;
    }
    for (String named : artifacts.texts(key)) {
      if (!named.equals(format)) {
        artifacts.invalid(key, named, "[" + format + "] or false");
      }
    }
    return artifacts.has(key) && artifacts.texts(key).isEmpty();
  }

  private void gpus(Section benchmark) {
    Section gpus = watched(benchmark, "gpuTelemetry", GPUS, "--no-gpu-telemetry");
    List<String> named = new ArrayList<>(gpus.texts(gpus.has("urls") ? "urls" : "url"));
    gpus.text("metricsFile").ifPresent(named::add);
    String collector = gpus.text("collector").orElse(DCGM);
    if (collector.equalsIgnoreCase(NVML)) {
      named.add(NVML);
    } else if (!collector.equalsIgnoreCase(DCGM)) {
      gpus.invalid("collector", collector, DCGM + " or " + NVML);
    }
    if (!named.isEmpty() && !values.hasAnyOf("--no-gpu-telemetry")) {
      values.add(GPUS, gpus.path(), String.join(",", named));
    }
    gpus.requireUsual("mode", "summary");
    gpus.refuseRest();
  }

  private void servers(Section benchmark) {
    Section servers = watched(benchmark, "serverMetrics", SERVERS, "--no-server-metrics");
    if (!values.hasAnyOf("--no-server-metrics")) {
      values.addList(servers, servers.has("urls") ? "urls" : "url", SERVERS);
      values.addList(servers, "formats", "--server-metrics-formats");
    }
    servers.read(
        "discovery",
        discovery -> {
          discovery.requireUsual("mode", "auto");
          discovery.refuse("labelSelector", "discovery in a cluster is not supported");
          discovery.refuse("namespace", "discovery in a cluster is not supported");
          discovery.refuse("timeoutSeconds", "discovery in a cluster is not supported");
        });
    servers.refuseRest();
  }

  /** A section that may be just a URL; without one there is none. */
  private Section watched(Section benchmark, String key, String on, String off) {
    if (benchmark.value(key).orElse(null) instanceof String url) {
      return benchmark.below(key, Map.of("url", url));
    }
    Section section = benchmark.section(key).orElseGet(Section::none);
    if (!section.truth("enabled").orElse(true) && !values.isTyped(on)) {
      values.add(off, section.pathOf("enabled"));
    }
    return section;
  }

  private void otel(Section otel) {
    values.addAll(otel, "otel");
    String key = "customResourceAttributes";
    Map<?, ?> written = otel.map(key).orElse(Map.of());
    Section attributes = otel.below(key, written);
    List<String> pairs = new ArrayList<>();
    for (Object name : written.keySet()) {
      attributes
          .text(Section.camelCase(String.valueOf(name)))
          .ifPresent(value -> pairs.add(name + "=" + value));
    }
    if (!pairs.isEmpty()) {
      values.add(OtlpSettings.ATTRIBUTES_OPTION, otel.pathOf(key), String.join(",", pairs));
    }
    otel.requireUsual("streamMetricsEnabled", "true");
    otel.requireUsual("streamTimingEnabled", "true");
    values.addValue(otel, "genAiProvider", "--gen-ai-provider");
  }

  private void runtime(Section runtime) {
    values.addAll(runtime, "runtime");
    for (String key :
        new String[] {
          "serviceRunType",
          "communication",
          "datasetApiBaseUrl",
          "workersPerPod",
          "recordProcessorsPerPod",
          "workersMin"
        }) {
      runtime.refuse(key, "it configures AIPerf's own processes");
    }
  }
}
