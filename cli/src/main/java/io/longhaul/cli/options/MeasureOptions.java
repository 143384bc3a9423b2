package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.metrics.slo.InvalidSlosException;
import io.longhaul.metrics.slo.SloSet;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How the run is cut, judged and watched. */
final class MeasureOptions {
  /** Where dcgm-exporter usually listens; tried without being asked, as AIPerf does. */
  static final List<String> USUAL_EXPORTERS =
      List.of("http://localhost:9400/metrics", "http://localhost:9401/metrics");

  @Option(
      names = "--slice-duration",
      paramLabel = "S",
      description = "Length of a time slice in seconds. Default: 10")
  String sliceDuration;

  @Option(
      names = "--goodput",
      paramLabel = "SLOS",
      description =
          "What a good request must meet, in display units: \"time_to_first_token:100 request_latency:2000\".")
  String goodput;

  @Option(
      names = "--gpu-telemetry",
      paramLabel = "URL",
      arity = "0..*",
      split = ",",
      description = "Further DCGM exporters; localhost:9400 and 9401 are always tried.")
  List<String> gpuTelemetry;

  @Option(names = "--no-gpu-telemetry", description = "Watch no GPUs.")
  boolean noGpuTelemetry;

  @Option(
      names = "--gpu-telemetry-interval",
      paramLabel = "MS",
      description = "Milliseconds between two samples. Default: 333")
  String gpuInterval;

  @Option(names = "--require-valid", description = "Exit with 7 when a slice cannot be trusted.")
  boolean requireValid;

  private long gpuIntervalNanos = 333_000_000;

  void addTo(RunPlanBuilder plan, boolean streaming, Numbers numbers, OptionProblems problems) {
    numbers.seconds("--slice-duration", sliceDuration, plan::sliceNanos);
    numbers.millis("--gpu-telemetry-interval", gpuInterval, value -> gpuIntervalNanos = value);
    if (goodput != null) {
      addGoodput(plan, streaming, problems);
    }
    if (noGpuTelemetry && gpuTelemetry != null) {
      problems.invalid(
          "--no-gpu-telemetry",
          String.join(" ", gpuTelemetry),
          "leave out one of --gpu-telemetry and --no-gpu-telemetry");
    }
    exporters(problems);
  }

  private void addGoodput(RunPlanBuilder plan, boolean streaming, OptionProblems problems) {
    try {
      SloSet.parse(goodput, streaming);
      plan.slos(goodput);
    } catch (InvalidSlosException e) {
      e.problems().forEach(problems::add);
    }
  }

  long gpuIntervalNanos() {
    return gpuIntervalNanos;
  }

  /** Exporters to scrape, none when GPUs are not to be watched. */
  List<URI> exporters(OptionProblems problems) {
    if (noGpuTelemetry) {
      return List.of();
    }
    List<URI> exporters = new ArrayList<>(USUAL_EXPORTERS.stream().map(URI::create).toList());
    for (String text : gpuTelemetry == null ? List.<String>of() : gpuTelemetry) {
      try {
        URI url = new URI(withPath(text.strip()));
        if (url.getHost() == null || !url.getScheme().startsWith("http")) {
          problems.invalid(
              "--gpu-telemetry",
              text,
              "the URL of a DCGM exporter, such as http://localhost:9400/metrics");
        } else if (!exporters.contains(url)) {
          exporters.add(url);
        }
      } catch (java.net.URISyntaxException e) {
        problems.invalid(
            "--gpu-telemetry",
            text,
            "the URL of a DCGM exporter, such as http://localhost:9400/metrics");
      }
    }
    return exporters;
  }

  private static String withPath(String text) {
    String url = text.contains("://") ? text : "http://" + text;
    return url.indexOf('/', url.indexOf("://") + 3) < 0 ? url + "/metrics" : url;
  }
}
